'use client';

import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useMemo, useState } from 'react';
import type { Decision } from '@/lib/contract/decisions';
import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';
import { encodeImportId } from '@/lib/contract/import-id';
import type { Queue, QueueItem } from '@/lib/contract/sponsorship';
import { useQueue } from '@/lib/query/use-queue';
import { useListCursor } from '../imports/use-list-cursor';
import { useShortcuts } from '../shell/use-shortcuts';
import { EmptyState } from '../ui/empty-state';
import { ProblemNotice } from '../ui/problem-notice';
import { toast } from '../ui/toast-store';
import { BulkRuns } from './bulk-runs';
import { mayAsk } from './may-ask';
import { NamelessStarts } from './nameless-starts';
import { outcomeToast } from './outcome-toast';
import { narrow } from './queue-filter';
import { QueueFilters } from './queue-filters';
import { QueueFoot } from './queue-foot';
import { QueueHead } from './queue-head';
import { QueueSelection } from './queue-selection';
import type { QueueTab } from './queue-tab';
import { QueueTable } from './queue-table';
import { UnmatchedRequests } from './unmatched-requests';
import { useQueueAddress } from './use-queue-address';

const BulkDialog = dynamic(() => import('./bulk-dialog').then((module) => module.BulkDialog));
const BulkRunDialog = dynamic(() => import('./bulk-run-dialog').then((module) => module.BulkRunDialog));
const DecideDialog = dynamic(() => import('./decide-dialog').then((module) => module.DecideDialog));
const QueueLook = dynamic(() => import('./queue-look').then((module) => module.QueueLook));

type Kind = 'accept' | 'reject';

/** The queue: longest wait first, by keyboard; each line the facts that matter and who must act. */
export function QueueView({
  initial,
  environment,
  tab,
  viewer,
}: {
  initial: Queue;
  environment: Environment;
  tab: QueueTab;
  viewer: { id: string; name: string; isAdmin: boolean };
}) {
  const router = useRouter();
  const read = useQueue(environment, initial);
  const queue = read.data ?? initial;
  const { narrowing, setNarrowing, runId, setRun, hrefOfRun } = useQueueAddress();
  const all = queue[tab];
  const items = useMemo(() => narrow(all, narrowing, viewer.id), [all, narrowing, viewer.id]);
  const cursor = useListCursor(useMemo(() => items.map(({ importId }) => ({ id: importId })), [items]));
  const [asking, setAsking] = useState<{ item: QueueItem; kind: Kind } | null>(null);
  const [bulk, setBulk] = useState<{ kind: Kind; importIds: string[] } | null>(null);
  const find = (id: string | null) => items.find(({ importId }) => importId === id);
  const current = find(cursor.current);
  const lookedAt = find(cursor.lookedAt);
  // What was decided by somebody else meanwhile is not in the list any more, and so not picked.
  const picked = items.filter(({ importId }) => cursor.picked.has(importId));

  const askOne = (item: QueueItem, kind: Kind) => {
    const why = mayAsk(item, kind, viewer.id);
    if (why === null) setAsking({ item, kind });
    else toast({ tone: 'info', title: 'Not now', detail: why });
  };
  const ask = (kind: Kind) => {
    if (tab !== 'waiting') return;
    const one = picked[0] ?? current;
    if (picked.length > 1) setBulk({ kind, importIds: picked.map(({ importId }) => importId) });
    else if (one) askOne(one, kind);
    // Nothing is under the keyboard yet: the first press goes to the first row, and says so by that.
    else cursor.move(1);
  };
  useShortcuts([
    { keys: 'j', label: 'Next row', group: 'Queue', run: () => cursor.move(1) },
    { keys: 'k', label: 'Row before', group: 'Queue', run: () => cursor.move(-1) },
    { keys: 'a', label: 'Accept sponsorship', group: 'Queue', run: () => ask('accept') },
    { keys: 'r', label: 'Reject sponsorship', group: 'Queue', run: () => ask('reject') },
    {
      keys: 'x',
      label: 'Select the row',
      group: 'Queue',
      run: () => tab === 'waiting' && current && cursor.acts.onPick(current.importId, { range: false }),
    },
    { keys: ' ', label: 'Quick look', group: 'Queue', run: () => current && cursor.acts.onLook(current.importId) },
    {
      keys: 'Enter',
      label: 'Open the import',
      group: 'Queue',
      run: () => current && router.push(envHref(`/imports/${encodeImportId(current.importId)}`, environment)),
    },
    {
      keys: 'Escape',
      label: 'Close quick look, then clear the selection',
      group: 'Queue',
      run: () => (cursor.lookedAt === null ? cursor.clearPicked() : cursor.closeLook()),
    },
  ]);
  const onDone = (decision: Decision) => {
    setAsking(null);
    cursor.clearPicked();
    toast(outcomeToast(decision));
  };
  const narrowed = items.length < all.length;
  return (
    <div className="flex min-h-0 flex-1">
      <section aria-label="Requests" className="relative flex min-h-0 min-w-0 flex-1 flex-col">
        <QueueHead queue={queue} environment={environment} tab={tab} isAdmin={viewer.isAdmin} />
        <BulkRuns runs={queue.runs} hrefOf={hrefOfRun} onShow={setRun} />
        {all.length > 0 && (
          <QueueFilters items={all} tab={tab} by={narrowing} viewerId={viewer.id} onChange={setNarrowing} />
        )}
        <ProblemNotice error={read.error} className="mx-6 mb-3 max-md:mx-4" />
        <div className="min-h-0 flex-1 overscroll-contain md:overflow-y-auto">
          {items.length > 0 ? (
            <QueueTable
              items={items}
              tab={tab}
              environment={environment}
              viewerId={viewer.id}
              cursor={cursor}
              onAsk={askOne}
            />
          ) : (
            (tab !== 'unknown' || queue.nameless.length === 0) && (
              <EmptyState icon="stamp" title={narrowed ? 'Nothing here fits these filters' : emptyTitle[tab]}>
                {narrowed ? 'Clear them to see the whole queue.' : emptyText[tab]}
              </EmptyState>
            )
          )}
          {tab === 'unknown' && <NamelessStarts starts={queue.nameless} environment={environment} />}
          {tab === 'waiting' && <UnmatchedRequests requests={queue.unmatched} environment={environment} />}
        </div>
        {picked.length > 0 && <QueueSelection count={picked.length} onAsk={ask} onClear={cursor.clearPicked} />}
        <QueueFoot queue={queue} tab={tab} environment={environment} />
      </section>
      {lookedAt && (
        <QueueLook
          key={lookedAt.importId}
          item={lookedAt}
          environment={environment}
          queue={queue}
          viewer={viewer}
          onClose={cursor.closeLook}
        />
      )}
      {bulk !== null && (
        <BulkDialog
          environment={environment}
          {...bulk}
          onStarted={(id) => {
            setBulk(null);
            cursor.clearPicked();
            setRun(id);
          }}
          onClose={() => setBulk(null)}
        />
      )}
      {runId !== null && <BulkRunDialog environment={environment} id={runId} onClose={() => setRun(null)} />}
      {asking !== null && (
        <DecideDialog
          item={itemNow(queue, asking.item)}
          kind={asking.kind}
          environment={environment}
          budget={queue.budget}
          viewer={viewer}
          reasonRequired={queue.policy.policy.reasonRequired}
          onClose={() => setAsking(null)}
          onDone={onDone}
        />
      )}
    </div>
  );
}

/** The item as the queue has it by now, under whichever tab: someone else may have decided since it was opened. */
function itemNow(queue: Queue, opened: QueueItem): QueueItem {
  const items = [...queue.waiting, ...queue.unknown, ...queue.decided];
  return items.find(({ importId }) => importId === opened.importId) ?? opened;
}

const emptyTitle: Record<QueueTab, string> = {
  waiting: 'Nobody waits for a decision',
  unknown: 'No outcome is unknown',
  decided: 'Nothing has been decided yet',
};

const emptyText: Record<QueueTab, string> = {
  waiting: 'Requests appear here when a customer asks for the full migration, on their page or through an agent.',
  unknown: 'A decision comes here when it was sent and no answer came back.',
  decided: 'Decisions that came to an end are listed here.',
};
