'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { envHref } from '@/lib/contract/env-href';
import { cx } from './cx';
import { useEnvironment } from './use-environment';

export type LinkTab = { href: string; label: ReactNode; count?: ReactNode; current: boolean };

const tabRowClasses =
  'relative flex gap-5 overflow-x-auto border-b text-13 text-ink-2 [scrollbar-width:none] max-md:-mx-4 max-md:px-4';

const tabClasses = (current: boolean) =>
  cx(
    '-mb-px inline-flex h-9 flex-none items-center gap-1.5 border-b-2 whitespace-nowrap focus-visible:-outline-offset-2 max-md:h-11',
    current ? 'border-b-accent font-strong text-ink' : 'border-b-transparent hover:text-ink',
  );

/** Tabs that are links and keep the environment. `end` is placed at the end of the row. */
export function LinkTabs({
  label,
  tabs,
  end,
  className,
}: {
  label: string;
  tabs: readonly LinkTab[];
  end?: ReactNode;
  className?: string | undefined;
}) {
  const environment = useEnvironment();
  return (
    <nav aria-label={label} className={cx(tabRowClasses, className)}>
      {tabs.map((tab, index) => (
        <Link
          // Two views can have the same filters.
          key={`${index} ${tab.href}`}
          href={envHref(tab.href, environment)}
          prefetch={false}
          className={tabClasses(tab.current)}
          {...(tab.current && { 'aria-current': 'page' as const })}
        >
          {tab.label}
          {tab.count !== undefined && <span className="font-normal text-meta">{tab.count}</span>}
        </Link>
      ))}
      {end !== undefined && (
        <span className="-mb-px ms-auto inline-flex h-9 flex-none items-center max-md:h-11">{end}</span>
      )}
    </nav>
  );
}
