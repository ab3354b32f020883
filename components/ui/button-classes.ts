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
  primary: 'button-primary',
  secondary: 'button-secondary',
  ghost: 'button-ghost',
  quiet: 'button-quiet',
} as const;

const heights = { lg: 'h-10 max-md:h-11', md: 'h-8 max-md:h-11', sm: 'h-7 max-md:h-11' } as const;
const squares = { lg: 'size-10 max-md:size-11', md: 'size-8 max-md:size-11', sm: 'size-7 max-md:size-11' } as const;
const paddings = { lg: 'px-4', md: 'px-3', sm: 'px-2.5' } as const;

/** For elements that only look like a button, such as a link or a summary. */
export function buttonClasses(
  { variant = 'secondary', size = 'md', iconOnly = false }: ButtonStyle,
  className?: string,
): string {
  return cx(
    'button',
    variants[variant],
    size === 'lg' ? 'text-14' : 'text-13',
    variant !== 'quiet' && 'font-strong',
    iconOnly ? squares[size] : cx(heights[size], variant !== 'quiet' && paddings[size]),
    className,
  );
}
