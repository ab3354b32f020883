import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from './cx';
import { Icon, type IconName } from './icon';

export type ButtonLook = {
  /** `primary` is the one act a view is about; `ghost` is for toolbars and rows; `quiet` is a word one can press. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'quiet' | undefined;
  size?: 'lg' | 'md' | 'sm' | undefined;
  icon?: IconName | undefined;
  /** Shows the icon alone; the children become the accessible name. */
  iconOnly?: boolean | undefined;
};

export type ButtonProps = ButtonLook &
  Omit<ComponentProps<'button'>, 'children'> & {
    children: ReactNode;
    /** The act is under way: the button keeps its place and focus, shows that it waits, and ignores further clicks. */
    busy?: boolean | undefined;
  };

const variants = {
  primary:
    'border-accent-fill bg-accent-fill text-on-accent not-aria-disabled:hover:border-accent-strong not-aria-disabled:hover:bg-accent-strong',
  secondary:
    'border-line-strong bg-canvas text-ink not-aria-disabled:hover:bg-hover in-[dialog]:bg-transparent in-[dialog]:not-aria-disabled:hover:bg-hover',
  ghost: 'border-transparent bg-transparent text-ink-2 not-aria-disabled:hover:bg-hover',
  quiet: 'border-transparent bg-transparent text-meta not-aria-disabled:hover:text-ink',
} as const;

const heights = { lg: 'h-10', md: 'h-8 max-md:h-10', sm: 'h-7 max-md:h-10' } as const;
const squares = { lg: 'size-10', md: 'size-8 max-md:size-10', sm: 'size-7 max-md:size-10' } as const;
const paddings = { lg: 'px-4', md: 'px-3', sm: 'px-2.5' } as const;

/** The classes of a button, for the few elements that must look like one without being one (a link, a summary). */
export function buttonClasses(
  { variant = 'secondary', size = 'md', iconOnly = false }: ButtonLook,
  className?: string,
): string {
  return cx(
    'inline-flex flex-none items-center justify-center gap-1.5 rounded-2 border whitespace-nowrap select-none',
    size === 'lg' ? 'text-14' : 'text-13',
    variant !== 'quiet' && 'font-strong',
    iconOnly ? squares[size] : cx(heights[size], variant !== 'quiet' && paddings[size]),
    'disabled:cursor-not-allowed disabled:border-line disabled:bg-hover disabled:text-meta',
    variants[variant],
    className,
  );
}

/** What stands inside a button or a link that looks like one. */
export function ButtonFace({
  variant = 'secondary',
  size = 'md',
  icon,
  iconOnly = false,
  busy = false,
  children,
}: ButtonLook & { busy?: boolean | undefined; children: ReactNode }) {
  const iconSize = size === 'sm' ? 14 : 16;
  const iconColour = variant === 'primary' ? undefined : 'text-meta';
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
      // Not `disabled`: that would throw the focus away in the middle of an act.
      {...(busy && { 'aria-disabled': true, 'aria-busy': true, onClick: refuse })}
    >
      <ButtonFace variant={variant} size={size} icon={icon} iconOnly={iconOnly} busy={busy}>
        {children}
      </ButtonFace>
    </button>
  );
}

function refuse(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}

function Spinner({ size, className }: { size: number; className?: string | undefined }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      aria-hidden
      className={cx('block flex-none animate-spin', className)}
    >
      <circle cx="8" cy="8" r="5.5" opacity="0.3" />
      <path d="M8 2.5A5.5 5.5 0 0 1 13.5 8" />
    </svg>
  );
}
