import type { ReactNode } from 'react';
import { cx } from './cx';
import { iconShapes, type IconName } from './icon-shapes';

export type { IconName };

/** Always decorative, so it needs text beside it. */
export function Icon({
  name,
  size = 16,
  className,
}: {
  name: IconName;
  size?: number;
  className?: string | undefined;
}) {
  return (
    <IconFrame size={size} strokeWidth={name === 'dots' ? 2 : 1.5} className={className}>
      <path d={iconShapes[name]} />
    </IconFrame>
  );
}

export function IconFrame({
  size,
  strokeWidth = 1.5,
  className,
  children,
}: {
  size: number;
  strokeWidth?: number;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx('block flex-none', className)}
      aria-hidden
    >
      {children}
    </svg>
  );
}
