'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { envHref } from '@/lib/contract/env-href';
import { ButtonContent } from './button';
import { buttonClasses, type ButtonStyle } from './button-classes';
import { useEnvironment } from './use-environment';

/** Keeps the tab's environment unless it is `plain`. */
export function LinkButton({
  href,
  plain = false,
  rel,
  download,
  className,
  children,
  ...style
}: ButtonStyle & {
  href: string;
  /** Forces a full page load: downloads, other hosts, sign-in. */
  plain?: boolean | undefined;
  rel?: string | undefined;
  download?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  const environment = useEnvironment();
  const classes = buttonClasses(style, className);
  const content = <ButtonContent {...style}>{children}</ButtonContent>;
  return plain ? (
    <a href={href} rel={rel} download={download} className={classes}>
      {content}
    </a>
  ) : (
    <Link href={envHref(href, environment)} prefetch={false} className={classes}>
      {content}
    </Link>
  );
}
