import type { ReactNode } from 'react';
import { buttonClasses, type ButtonStyle } from './button-classes';

/** For error pages, which every page preloads: no icons, and no router because it may have failed. */
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
