import type { ReactNode } from 'react';
import { buttonClasses, type ButtonStyle } from './button-classes';

/**
 * A link that looks like a button and loads the page anew. For the pages of last resort, which every page has to load
 * ahead: they bring no icons, and no router that may be what broke.
 */
export function PlainLinkButton({
  href,
  variant,
  children,
}: Pick<ButtonStyle, 'variant'> & { href: string; children: ReactNode }) {
  return (
    <a href={href} className={buttonClasses({ variant })}>
      {children}
    </a>
  );
}
