'use client';

import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { maxBulkItems } from '@/lib/contract/bulk';
import { envHref } from '@/lib/contract/env-href';
import { ApiProblem } from '@/lib/query/api-fetch';
import { useSelectedImports } from '@/lib/query/use-selected-imports';
import { Button } from '../ui/button';
import { Kbd } from '../ui/kbd';
import { formatNumber } from '../ui/number';
import { toast } from '../ui/toast-store';
import { useViewer } from '../ui/viewer';
import { useEnvironment } from '../ui/use-environment';

const BulkDecisionDialog = dynamic(
  () => import('../sponsorship/bulk-decision-dialog').then((module) => module.BulkDecisionDialog),
  {
    ssr: false,
  },
);

/** The API's limit per request; the full filter can be exported instead. */
const maxSelected = 1000;

/** Floats over the end of the list, so nothing moves. */
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
  const { refresh, exportCsv } = useSelectedImports(environment);
  const ids = [...selectedIds];
  const tooMany = ids.length > maxSelected;
  const countLabel = (count: number) => `${formatNumber(count, locale)} ${count === 1 ? 'import' : 'imports'}`;
  const showError = (title: string) => (error: Error) =>
    toast({
      tone: 'error',
      title,
      detail: error.message,
      requestId: error instanceof ApiProblem && error.problem.requestId !== '' ? error.problem.requestId : undefined,
    });
  return (
    <div
      role="region"
      aria-label="Selection"
      className="absolute start-6 bottom-14 z-3 flex w-max max-w-[calc(100%-32px)] lg:inset-x-0 lg:mx-auto items-center gap-1 rounded-3 bg-overlay py-1.5 ps-4 pe-1.5 text-13 shadow-lift motion-safe:animate-rise max-md:hidden"
    >
      <span role="status" className="me-2 font-strong tabular-nums">
        {formatNumber(ids.length, locale)} selected
      </span>
      {tooMany && <span className="me-2 text-12 text-turn">At most {formatNumber(maxSelected, locale)} at once</span>}
      <Button
        variant="ghost"
        size="sm"
        icon="refresh"
        busy={refresh.isPending}
        disabled={tooMany || environment === 'sandbox'}
        data-tip={environment === 'sandbox' ? 'The sandbox is static: there is nothing newer to ask for' : undefined}
        onClick={() =>
          refresh.mutate(ids, {
            onSuccess: ({ asked }) => {
              toast({
                title: `The service is being asked for ${countLabel(asked)}`,
                detail: 'What has changed is announced above the list as it comes.',
              });
              onClear();
            },
            onError: showError('The service could not be asked'),
          })
        }
      >
        Refresh
      </Button>
      <Button
        variant="ghost"
        size="sm"
        icon="download"
        busy={exportCsv.isPending}
        disabled={tooMany}
        onClick={() =>
          exportCsv.mutate(ids, { onSuccess: downloadFile, onError: showError('The selection could not be exported') })
        }
      >
        Export CSV
      </Button>
      {mayDecide && (
        <>
          <Button
            variant="ghost"
            size="sm"
            disabled={ids.length > maxBulkItems}
            onClick={() => setDecisionKind('accept')}
          >
            Accept sponsorship
          </Button>
          <Button
            variant="ghost"
            size="sm"
            disabled={ids.length > maxBulkItems}
            onClick={() => setDecisionKind('reject')}
          >
            Reject sponsorship
          </Button>
        </>
      )}
      <Button variant="ghost" size="sm" onClick={onClear}>
        Clear <Kbd>Esc</Kbd>
      </Button>
      {decisionKind !== null && (
        <BulkDecisionDialog
          kind={decisionKind}
          importIds={ids}
          onStarted={(run) => router.push(envHref(`/sponsorship?run=${run}`, environment))}
          onClose={() => setDecisionKind(null)}
        />
      )}
    </div>
  );
}

function downloadFile(file: Blob): void {
  const href = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = href;
  link.download = `landfall-imports-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  // The download has started by then; without revoking, the blob stays in memory.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
