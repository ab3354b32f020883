'use client';

import type { ReactNode } from 'react';
import { buttonClasses, type ButtonStyle } from '../ui/button-classes';
import { Logo } from './logo';

/**
 * A page with one message: not found, an error, an expired link. Inside the frame it has no logo of its own. A client
 * component, so that the pages for 403 and 404, which are in the data of every page, are one element each there.
 */
export function StandalonePage({
  title,
  actions,
  note,
  unbranded = false,
  children,
}: {
  title: string;
  actions?: ReactNode;
  note?: ReactNode;
  /** For customers, who know the partner's name only. */
  unbranded?: boolean;
  children: ReactNode;
}) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid min-h-[calc(100dvh-64px)] place-items-center px-6 py-16 [grid-area:main] in-data-rail:min-h-[60dvh] max-md:px-4"
    >
      <div className="w-full max-w-md">
        {!unbranded && (
          <span className="mb-6 block text-accent in-data-rail:hidden">
            <Logo size={32} />
          </span>
        )}
        <h1>{title}</h1>
        <div className="mt-2 text-pretty text-ink-2">{children}</div>
        {actions !== undefined && <div className="mt-6 flex flex-wrap gap-2">{actions}</div>}
        {Boolean(note) && <div className="mt-8 border-t pt-4 text-12 text-meta">{note}</div>}
      </div>
    </main>
  );
}

/** A full page load, because the router may have failed. */
export function PlainLinkButton({
  variant,
  href,
  children,
}: Pick<ButtonStyle, 'variant'> & { href: string; children: string }) {
  return (
    <a href={href} className={buttonClasses({ variant })}>
      {children}
    </a>
  );
}
