'use client';

import type { ReactNode } from 'react';
import { Button } from './button';
import type { ButtonLook } from './button-classes';
import { cx } from './cx';
import type { Placement } from './place-popup';
import { usePopup } from './use-popup';

/** A button that opens a small panel of anything: filters, explanations. A list of acts is a <Menu>. */
export function Popover({
  label,
  children,
  panelLabel,
  align,
  side,
  className,
  ...look
}: ButtonLook & {
  label: ReactNode;
  panelLabel: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  align?: Placement['align'];
  side?: Placement['side'];
  className?: string | undefined;
}) {
  const { triggerProps, popupProps, close } = usePopup({ ...(align && { align }), ...(side && { side }) });
  return (
    <>
      <Button {...look} {...triggerProps}>
        {label}
      </Button>
      <div
        {...popupProps}
        role="group"
        aria-label={panelLabel}
        className={cx(popupProps.className, className ?? 'w-72 p-3')}
      >
        {typeof children === 'function' ? children(close) : children}
      </div>
    </>
  );
}
