'use client';

import { useState } from 'react';
import { ProblemNotice } from '../ui/problem-notice';
import { useBulkPreview, useStartBulk } from '@/lib/query/use-sponsorship';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { Notice } from '../ui/notice';
import { onCtrlEnter } from '../ui/on-ctrl-enter';
import { usedBudget } from './budget';
import { BulkItems } from './bulk-items';
import { ReasonAndNote } from './reason-and-note';
import { useEnvironment } from '../ui/use-environment';
import { bulkLabels } from './dialog-labels';
import { sponsorshipLabels } from './labels';
import { bulkRunListLabels } from './queue-labels';

/** Shows a dry run first; nothing is sent before the button is pressed. */
export function BulkDecisionDialog({
  kind,
  importIds,
  onStarted,
  onClose,
}: {
  kind: 'accept' | 'reject';
  importIds: readonly string[];
  onStarted: (id: string) => void;
  onClose: () => void;
}) {
  const environment = useEnvironment();
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [id] = useState(() => crypto.randomUUID());
  const preview = useBulkPreview(environment, kind, importIds);
  const start = useStartBulk(environment);
  const { sends = 0, blocked = 0, items, budget, reasonRequired = false } = preview.data ?? {};
  const proposals = (items ?? []).flatMap(({ state, importId }) => (state === 'would_propose' ? [importId] : []));
  const reasonMissing = reasonRequired && reason.trim() === '';
  const send = () => {
    if (start.isPending || sends === 0 || reasonMissing) return;
    const sendable = items?.filter((item) => item.state !== 'blocked') ?? [];
    const importIds = sendable.map((item) => item.importId);
    const decisionIds = Object.fromEntries(sendable.map((item) => [item.importId, item.decisionId ?? null]));
    start.mutate(
      { id, kind, importIds, decisionIds, proposals, reason, note },
      { onSuccess: (started) => onStarted(started.id) },
    );
  };
  return (
    <Dialog
      onClose={onClose}
      busy={start.isPending}
      title={`${bulkRunListLabels.title(kind, importIds.length)}?`}
      note={
        <>
          <Icon name="lock" size={14} /> {bulkLabels.sentOnce}
        </>
      }
      action={
        <Button variant="primary" busy={start.isPending} disabled={sends === 0 || reasonMissing} onClick={send}>
          {bulkLabels.send(kind, sends, proposals.length > 0 && proposals.length === sends)}
        </Button>
      }
    >
      <div onKeyDown={onCtrlEnter(send)}>
        {environment === 'sandbox' && (
          <Notice tone="info" title={sponsorshipLabels.sandbox} className="mt-3">
            {bulkLabels.sandbox}
          </Notice>
        )}
        <p role="status" className="mt-2 text-14">
          {items === undefined
            ? bulkLabels.checking
            : [
                bulkLabels.consequence(kind, sends),
                proposals.length > 0 && bulkLabels.proposals(proposals.length),
                blocked > 0 && bulkLabels.blocked(blocked),
              ]}
        </p>
        {kind === 'accept' && budget !== undefined && (
          <p className="mt-1 text-12 text-meta">{bulkLabels.afterThis(usedBudget(budget) + sends, budget.limit)}</p>
        )}
        <ProblemNotice error={preview.error} className="mt-3" />
        <ProblemNotice error={start.error} className="mt-4" />
        <BulkItems label={bulkLabels.dryRun} items={items} expected={importIds.length} />
        <ReasonAndNote
          many
          reason={reason}
          note={note}
          reasonOptional={!reasonRequired}
          onReason={setReason}
          onNote={setNote}
        />
      </div>
    </Dialog>
  );
}
