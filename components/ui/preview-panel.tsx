'use client';

import type { ReactNode } from 'react';
import { Button } from './button';
import { previewLabels } from './labels';
import { formatNumber } from './number';
import { useViewer } from './viewer';

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
      aria-label={previewLabels.region}
      className="flex min-h-0 w-90 flex-none flex-col border-s bg-sunken max-lg:fixed max-lg:end-0 max-lg:top-(--top) max-lg:bottom-0 max-lg:z-5 max-lg:shadow-lift max-md:hidden"
    >
      <div className="flex items-start gap-2 ps-6 pe-4 pt-5">
        <div className="min-w-0 flex-1">
          <h2 className="truncate" data-tip={title ?? undefined}>
            {title ?? previewLabels.unknownCustomer}
          </h2>
          <p className="mt-0.5 truncate text-12 text-meta">{subtitle}</p>
        </div>
        <Button variant="ghost" size="sm" icon="x" iconOnly onClick={onClose} data-tip={previewLabels.close}>
          {previewLabels.close}
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
  const { locale } = useViewer();
  if (total === null) return previewLabels.unknown;
  return previewLabels.matched(formatNumber(matched ?? 0, locale), formatNumber(total, locale));
}
