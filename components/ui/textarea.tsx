import type { ComponentProps } from 'react';
import { cx } from './cx';
import { controlClasses } from './input';

export function Textarea({ className, rows = 2, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} className={cx(controlClasses, 'block resize-y py-2', className)} {...rest} />;
}
