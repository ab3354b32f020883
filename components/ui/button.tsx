import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { buttonClasses, type ButtonStyle } from './button-classes';
import { cx } from './cx';
import { Icon, type IconSize } from './icon';

export type ButtonProps = ButtonStyle &
  Omit<ComponentProps<'button'>, 'children'> & {
    children: ReactNode;
    /** Shows a spinner, keeps focus and ignores clicks. */
    busy?: boolean | undefined;
  };

export function ButtonContent({
  variant = 'secondary',
  size = 'md',
  icon,
  iconOnly = false,
  busy = false,
  children,
}: ButtonStyle & { busy?: boolean | undefined; children: ReactNode }) {
  const iconSize = size === 'sm' ? 14 : 16;
  const iconColour = variant === 'primary' ? undefined : 'text-meta';
  if (busy && !icon && !iconOnly) {
    // In place of the text, so that the button keeps its width and the one beside it does not move.
    return (
      <>
        <Spinner size={iconSize} className={cx('absolute', iconColour)} />
        <span className="opacity-0">{children}</span>
      </>
    );
  }
  return (
    <>
      {busy ? (
        <Spinner size={iconSize} className={iconColour} />
      ) : (
        icon && <Icon name={icon} size={iconSize} className={iconColour} />
      )}
      {iconOnly ? <span className="sr-only">{children}</span> : children}
    </>
  );
}

export function Button({
  variant,
  size,
  icon,
  iconOnly,
  busy = false,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClasses({ variant, size, iconOnly }, cx(busy && 'cursor-progress', className))}
      {...rest}
      // Not `disabled`: that would lose focus.
      {...(busy && { 'aria-disabled': true, 'aria-busy': true, onClick: ignoreClick })}
    >
      <ButtonContent variant={variant} size={size} icon={icon} iconOnly={iconOnly} busy={busy}>
        {children}
      </ButtonContent>
    </button>
  );
}

function ignoreClick(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}

function Spinner({ size, className }: { size: IconSize; className?: string | undefined }) {
  return <Icon name="spinner" size={size} className={cx('animate-spin', className)} />;
}
