import type { ComponentProps } from 'react';
import { cx } from './cx';

export const controlClasses =
  'w-full rounded-2 border border-control bg-canvas px-3 text-ink focus-visible:-outline-offset-1 disabled:cursor-not-allowed disabled:border-line disabled:bg-hover disabled:text-meta aria-invalid:border-unkn-line in-[dialog]:bg-transparent max-md:text-16';

export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input type={type} className={cx(controlClasses, 'h-9 max-md:h-11', className)} {...rest} />;
}
