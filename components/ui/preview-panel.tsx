'use client';

import type { ReactNode } from 'react';
import { Button } from './button';
import { Num } from './number';

export function PreviewPanel({
  title,
  subtitle,
  factsLabel,
  actions,
  onClose,
  children,
}: {
  title: string | null;
  subtitle: ReactNode;
  factsLabel: string;
  actions: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <aside
      aria-label="Preview"
      className="flex min-h-0 w-90 flex-none flex-col border-s bg-sunken max-lg:fixed max-lg:end-0 max-lg:top-(--top) max-lg:bottom-0 max-lg:z-5 max-lg:shadow-lift max-md:hidden"
    >
      <div className="flex items-start gap-2 ps-6 pe-4 pt-5">
        <div className="min-w-0 flex-1">
          <h2 className="truncate" data-tip={title ?? undefined}>
            {title ?? 'Unknown customer'}
          </h2>
          <p className="mt-0.5 truncate text-12 text-meta">{subtitle}</p>
        </div>
        <Button variant="ghost" size="sm" icon="x" iconOnly onClick={onClose} data-tip="Close preview">
          Close preview
        </Button>
      </div>
      <div
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 py-4"
        tabIndex={0}
        role="group"
        aria-label={factsLabel}
      >
        {children}
      </div>
      <div className="flex gap-2 border-t px-6 py-3">{actions}</div>
    </aside>
  );
}

export function MatchedUsers({ matched, total }: { matched: number | null; total: number | null }) {
  if (total === null) return 'Unknown';
  return (
    <>
      <Num value={matched ?? 0} /> of <Num value={total} /> matched
    </>
  );
}
