import Link from 'next/link';
import type { ReactNode } from 'react';
import { ButtonContent } from './button';
import { buttonClasses, type ButtonStyle } from './button-classes';

export function LinkButton({
  href,
  variant,
  size,
  icon,
  iconOnly,
  plain = false,
  className,
  children,
  ...rest
}: ButtonStyle & {
  href: string;
  /** Forces a full page load: downloads, other hosts, sign-in. */
  plain?: boolean | undefined;
  rel?: string | undefined;
  download?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  const classes = buttonClasses({ variant, size, iconOnly }, className);
  const content = (
    <ButtonContent variant={variant} size={size} icon={icon} iconOnly={iconOnly}>
      {children}
    </ButtonContent>
  );
  return plain ? (
    <a href={href} className={classes} {...rest}>
      {content}
    </a>
  ) : (
    <Link href={href} prefetch={false} className={classes} {...rest}>
      {content}
    </Link>
  );
}
