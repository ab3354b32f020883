import type { ComponentProps } from 'react';
import { cx } from '../ui/cx';

const brandButtonClasses =
  'inline-flex min-h-13 items-center justify-center gap-2.5 rounded-tile bg-brand px-7 py-3 text-center text-16 font-strong text-on-brand hover:bg-brand-hover max-md:w-full';

const plainButtonClasses =
  'inline-flex min-h-12 cursor-pointer items-center justify-center gap-2 rounded-tile border border-control bg-canvas px-5 py-2 text-15 font-strong hover:bg-hover max-md:w-full';

export function BrandButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="submit" className={cx(brandButtonClasses, 'cursor-pointer', className)} {...rest} />;
}

/** For what matters less than the brand's button. */
export function PlainButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="submit" className={cx(plainButtonClasses, className)} {...rest} />;
}

export function BrandLink({ className, ...rest }: ComponentProps<'a'>) {
  return <a className={cx(brandButtonClasses, className)} {...rest} />;
}
