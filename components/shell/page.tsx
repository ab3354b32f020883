import type { ReactNode } from 'react';
import { cx } from '../ui/cx';

/** At most 1200 px wide and centred. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="min-w-0 [grid-area:main]">
      <div className="mx-auto max-w-page px-6 pt-6 pb-16 max-md:px-4 max-md:pt-4 max-md:pb-8">{children}</div>
    </main>
  );
}

/** Fills the window and scrolls inside; on a phone the page scrolls. */
export function FullPage({ children }: { children: ReactNode }) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="flex min-h-0 min-w-0 flex-col [grid-area:main] md:h-[calc(100dvh-var(--top))]"
    >
      {children}
    </main>
  );
}

export function PageHeader({
  title,
  meta,
  actions,
  className,
}: {
  title: ReactNode;
  meta?: ReactNode;
  actions?: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div className={cx('flex min-w-0 flex-wrap items-center gap-x-2 gap-y-3', className)}>
      <h1 className="min-w-0 truncate">{title}</h1>
      {meta !== undefined && <span className="pt-1.5 text-12 text-meta max-md:hidden">{meta}</span>}
      {actions !== undefined && (
        <div className="ms-auto flex flex-wrap items-center justify-end gap-2 max-md:has-[form]:w-full">{actions}</div>
      )}
    </div>
  );
}

export function Section({
  title,
  count,
  remark,
  ruled = true,
  className,
  children,
}: {
  title: string;
  count?: ReactNode;
  remark?: ReactNode;
  ruled?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className={cx(ruled && 'border-t pt-4', className)}>
      <div className="mb-3 flex flex-wrap items-baseline gap-x-2">
        <h2 className="whitespace-nowrap">{title}</h2>
        {count !== undefined && <span className="text-13 text-ink-2 tabular-nums">{count}</span>}
        {remark !== undefined && (
          <div className="text-12 text-meta max-md:has-[button,a]:ms-auto md:ms-auto md:text-end">{remark}</div>
        )}
      </div>
      {children}
    </section>
  );
}
