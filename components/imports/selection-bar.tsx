'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { envHref } from '@/lib/contract/env-href';
import { maxBulkItems } from '@/lib/contract/max-bulk-items';
import { toastError } from '../ui/problem-notice';
import { useSelectedImports } from '@/lib/query/use-imports';
import { Button } from '../ui/button';
import { downloadFile } from '../ui/download-file';
import { formatNumber } from '../ui/number';
import { toast } from '../ui/toast-store';
import { useViewer } from '../ui/viewer';
import { SelectionBarFrame } from './selection-bar-frame';
import { selectionActionLabels } from './on-demand-labels';
import { useEnvironment } from '../ui/use-environment';
import { lazyComponent } from '../ui/lazy-component';

const BulkDecisionDialog = lazyComponent(() =>
  import('../sponsorship/bulk-decision-dialog').then((module) => module.BulkDecisionDialog),
);

/** The API's limit per request; the full filter can be exported instead. */
const maxSelected = 1000;

export function SelectionBar({
  selectedIds,
  mayDecide,
  onClear,
}: {
  selectedIds: ReadonlySet<string>;
  mayDecide: boolean;
  onClear: () => void;
}) {
  const router = useRouter();
  const environment = useEnvironment();
  const [decisionKind, setDecisionKind] = useState<'accept' | 'reject' | null>(null);
  const { locale } = useViewer();
  // Callbacks of `mutate` would not run if the selection is cleared meanwhile.
  const { refresh, exportCsv } = useSelectedImports(environment);
  const ids = [...selectedIds];
  const tooMany = ids.length > maxSelected;
  return (
    <SelectionBarFrame count={ids.length} className="start-6 lg:inset-x-0 lg:mx-auto" onClear={onClear}>
      {tooMany && (
        <span className="me-2 text-12 text-turn">
          {selectionActionLabels.tooMany(formatNumber(maxSelected, locale))}
        </span>
      )}
      <Button
        variant="ghost"
        size="sm"
        icon="refresh"
        busy={refresh.isPending}
        disabled={tooMany || environment === 'sandbox'}
        data-tip={environment === 'sandbox' ? selectionActionLabels.sandbox : undefined}
        onClick={() =>
          refresh.mutateAsync(ids, { onSuccess: onClear }).then(
            ({ requested }) =>
              toast({
                title: selectionActionLabels.refreshing(requested, formatNumber(requested, locale)),
                detail: selectionActionLabels.refreshingDetail,
              }),
            (error: Error) => toastError(selectionActionLabels.refreshFailed, error),
          )
        }
      >
        {selectionActionLabels.refresh}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        icon="download"
        busy={exportCsv.isPending}
        disabled={tooMany}
        onClick={() =>
          exportCsv.mutateAsync(ids).then(
            (file) => downloadFile(file, `landfall-imports-${new Date().toISOString().slice(0, 10)}.csv`),
            (error: Error) => toastError(selectionActionLabels.exportFailed, error),
          )
        }
      >
        {selectionActionLabels.exportCsv}
      </Button>
      {mayDecide &&
        (['accept', 'reject'] as const).map((kind) => (
          <Button
            key={kind}
            variant="ghost"
            size="sm"
            disabled={ids.length > maxBulkItems}
            onClick={() => setDecisionKind(kind)}
          >
            {selectionActionLabels[kind]}
          </Button>
        ))}
      {decisionKind !== null && (
        <BulkDecisionDialog
          kind={decisionKind}
          importIds={ids}
          onStarted={(run) => router.push(envHref(`/sponsorship?run=${run}`, environment))}
          onClose={() => setDecisionKind(null)}
        />
      )}
    </SelectionBarFrame>
  );
}
