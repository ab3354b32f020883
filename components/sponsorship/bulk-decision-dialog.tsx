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
  const actionLabel = kind === 'accept' ? 'Accept sponsorship' : 'Reject sponsorship';
  const { sends = 0, blocked = 0, items, budget, reasonRequired = false } = preview.data ?? {};
  const proposals = items?.filter((item) => item.state === 'would_propose').length ?? 0;
  const reasonMissing = reasonRequired && reason.trim() === '';
  const send = () => {
    if (start.isPending || sends === 0 || reasonMissing) return;
    const sendable = items?.filter((item) => item.state !== 'blocked') ?? [];
    const importIds = sendable.map((item) => item.importId);
    const decisionIds = Object.fromEntries(sendable.map((item) => [item.importId, item.decisionId ?? null]));
    start.mutate({ id, kind, importIds, decisionIds, reason, note }, { onSuccess: (started) => onStarted(started.id) });
  };
  return (
    <Dialog
      onClose={onClose}
      busy={start.isPending}
      title={`${actionLabel} for ${importIds.length} imports?`}
      note={
        <>
          <Icon name="lock" size={14} /> Each is sent once.
        </>
      }
      action={
        <Button variant="primary" busy={start.isPending} disabled={sends === 0 || reasonMissing} onClick={send}>
          {proposals > 0 && proposals === sends ? `Propose: ${actionLabel.toLowerCase()}` : actionLabel} for {sends}
        </Button>
      }
    >
      <div onKeyDown={onCtrlEnter(send)}>
        {environment === 'sandbox' && (
          <Notice tone="info" title="Sandbox" className="mt-3">
            The service validates each call and does nothing. Nothing will be {kind}ed.
          </Notice>
        )}
        <p role="status" className="mt-2 text-14">
          {items === undefined
            ? 'Looking at what would be sent.'
            : `${consequence(kind, sends)}${proposals > 0 ? ` ${proposals} of them wait for a second person.` : ''}${blocked > 0 ? ` ${blocked} ${blocked === 1 ? 'is' : 'are'} blocked and left out.` : ''}`}
        </p>
        {kind === 'accept' && budget !== undefined && (
          <p className="mt-1 text-12 text-meta">
            {budget.limit === null
              ? `${usedBudget(budget) + sends} sponsored this month after this.`
              : `${usedBudget(budget) + sends} of ${budget.limit} this month after this.`}
          </p>
        )}
        <ProblemNotice error={preview.error} className="mt-3" />
        <ProblemNotice error={start.error} className="mt-4" />
        <BulkItems label="What would happen to each" items={items} expected={importIds.length} />
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

function consequence(kind: 'accept' | 'reject', sends: number): string {
  if (sends === 0) return 'Nothing would be sent.';
  const who = sends === 1 ? 'one customer' : `${sends} customers`;
  return kind === 'accept'
    ? `Your company will pay for the full migration of ${who}.`
    : `Your company will not pay for the full migration of ${who}; they can buy it from the service.`;
}
