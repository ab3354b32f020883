import { cx } from './cx';
import type { IconName } from './icon';

export type ButtonStyle = {
  /** `primary` is the view's main action; `ghost` is for toolbars and rows; `quiet` looks like text. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'quiet' | undefined;
  size?: 'lg' | 'md' | 'sm' | undefined;
  icon?: IconName | undefined;
  /** Shows only the icon; the children become the accessible name. */
  iconOnly?: boolean | undefined;
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

/** For elements that only look like a button, such as a link or a summary. */
export function buttonClasses(
  { variant = 'secondary', size = 'md', iconOnly = false }: ButtonStyle,
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
