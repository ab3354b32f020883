'use client';

import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Decision } from '@/lib/contract/decisions';
import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';
import { encodeImportId } from '@/lib/contract/import-id';
import type { Queue, QueueItem } from '@/lib/contract/sponsorship';
import { useQueue } from '@/lib/query/use-queue';
import { useShortcuts } from '../shell/use-shortcuts';
import { Button } from '../ui/button';
import { toast } from '../ui/toast-store';
import { EmptyState } from '../ui/empty-state';
import { KeyHints } from '../ui/kbd';
import { LinkTabs } from '../ui/link-tabs';
import { BudgetMeter } from './budget-meter';
import { UnmatchedRequests } from './unmatched-requests';
import type { QueueTab } from './queue-tab';
import { QueueTable } from './queue-table';

const BulkDialog = dynamic(() => import('./bulk-dialog').then((module) => module.BulkDialog));
const DecideDialog = dynamic(() => import('./decide-dialog').then((module) => module.DecideDialog));

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
  const queue = useQueue(environment, initial).data ?? initial;
  const items = queue[tab];
  const [at, setAt] = useState(0);
  const [asking, setAsking] = useState<{ item: QueueItem; kind: 'accept' | 'reject' } | null>(null);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [bulk, setBulk] = useState<{ kind: 'accept' | 'reject'; importIds: string[]; runId: string | null } | null>(
    null,
  );
  const pick = (item: QueueItem | undefined) => {
    if (!item || tab !== 'waiting') return;
    setPicked((before) => {
      const after = new Set(before);
      if (!after.delete(item.importId)) after.add(item.importId);
      return after;
    });
  };
  const current = items[Math.min(at, items.length - 1)];
  const ask = (item: QueueItem | undefined, kind: 'accept' | 'reject') => {
    if (picked.size > 1) setBulk({ kind, importIds: [...picked], runId: null });
    else if (item && tab === 'waiting' && item.decision?.state !== 'sending') setAsking({ item, kind });
  };
  const open = (item: QueueItem | undefined) => {
    if (item) router.push(envHref(`/imports/${encodeImportId(item.importId)}`, environment));
  };
  useShortcuts([
    { keys: 'j', label: 'Next row', group: 'Queue', run: () => setAt((n) => Math.min(n + 1, items.length - 1)) },
    { keys: 'k', label: 'Row before', group: 'Queue', run: () => setAt((n) => Math.max(n - 1, 0)) },
    { keys: 'a', label: 'Accept sponsorship', group: 'Queue', run: () => ask(current, 'accept') },
    { keys: 'r', label: 'Reject sponsorship', group: 'Queue', run: () => ask(current, 'reject') },
    { keys: 'x', label: 'Select the row', group: 'Queue', run: () => pick(current) },
    { keys: 'Enter', label: 'Open the import', group: 'Queue', run: () => open(current) },
  ]);
  const onDone = (decision: Decision) => {
    setAsking(null);
    toast(outcomeToast(decision));
  };
  const href = (name: QueueTab) =>
    envHref(name === 'waiting' ? '/sponsorship' : `/sponsorship?tab=${name}`, environment);
  const tabs = [
    { href: href('waiting'), label: 'Waiting', count: queue.waiting.length, current: tab === 'waiting' },
    { href: href('unknown'), label: 'Outcome unknown', count: queue.unknown.length, current: tab === 'unknown' },
    { href: href('decided'), label: 'Decided', count: queue.decided.length, current: tab === 'decided' },
  ];
  return (
    <>
      <header className="flex flex-wrap items-start gap-x-12 gap-y-4">
        <h1 className="flex-1">
          Sponsorship <span className="ms-1 text-12 font-normal text-meta">{queue.waiting.length} waiting</span>
        </h1>
        <BudgetMeter budget={queue.budget} environment={environment} isAdmin={viewer.isAdmin} />
      </header>
      <LinkTabs label="Queue" tabs={tabs} className="mt-2" />
      {items.length === 0 ? (
        <EmptyState icon="stamp" title={emptyTitle[tab]}>
          {emptyText[tab]}
        </EmptyState>
      ) : (
        <QueueTable
          items={items}
          tab={tab}
          at={at}
          environment={environment}
          viewerId={viewer.id}
          picked={picked}
          onPick={setAt}
          onSelect={pick}
          onAsk={ask}
        />
      )}
      {tab === 'waiting' && <UnmatchedRequests requests={queue.unmatched} environment={environment} />}
      <footer className="mt-4 max-md:hidden">
        <KeyHints
          hints={[
            { keys: ['j', 'k'], label: 'move' },
            { keys: ['x'], label: 'select' },
            { keys: ['a'], label: 'accept' },
            { keys: ['r'], label: 'reject' },
            { keys: ['Enter'], label: 'open' },
            { keys: ['?'], label: 'all' },
          ]}
        />
      </footer>
      {picked.size > 1 && bulk === null && (
        <div
          role="region"
          aria-label="Selection"
          className="fixed bottom-6 left-1/2 z-20 flex -translate-x-1/2 items-center gap-2 rounded-3 bg-overlay p-2 ps-4 text-13 shadow-lift max-md:bottom-20"
        >
          <b>{picked.size} selected</b>
          <Button variant="ghost" onClick={() => ask(undefined, 'accept')}>
            Accept sponsorship
          </Button>
          <Button variant="ghost" onClick={() => ask(undefined, 'reject')}>
            Reject sponsorship
          </Button>
          <Button variant="ghost" icon="x" iconOnly onClick={() => setPicked(new Set())}>
            Clear the selection
          </Button>
        </div>
      )}
      {bulk !== null && (
        <BulkDialog
          environment={environment}
          {...bulk}
          onStarted={(runId) => {
            setBulk({ ...bulk, runId });
            setPicked(new Set());
          }}
          onClose={() => setBulk(null)}
        />
      )}
      {asking !== null && (
        <DecideDialog
          item={asking.item}
          kind={asking.kind}
          environment={environment}
          budget={queue.budget}
          viewer={viewer}
          reasonRequired={queue.policy.policy.reasonRequired}
          onClose={() => setAsking(null)}
          onDone={onDone}
        />
      )}
    </>
  );
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

function outcomeToast(decision: Decision): Parameters<typeof toast>[0] {
  switch (decision.state) {
    case 'confirmed':
      return { tone: 'done', title: decision.kind === 'reject' ? 'Rejected' : 'Accepted', detail: decision.outcome };
    case 'proposed':
      return { tone: 'info', title: 'Proposed', detail: 'A second person has to approve it.' };
    case 'approved':
      return { tone: 'info', title: 'Not sent yet', detail: decision.outcome };
    case 'unknown':
      return { tone: 'error', title: 'Outcome unknown', detail: decision.outcome };
    default:
      return { tone: 'error', title: 'Refused', detail: decision.outcome };
  }
}
