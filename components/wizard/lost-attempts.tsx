'use client';

import { useState } from 'react';
import type { LostAttempt } from '@/lib/contract/attempts';
import { useLostAttempts, useSettleAttempt } from '@/lib/query/use-create-import';
import { importHref } from '../import/import-href';
import { CustomerLink } from '../shell/customer-link';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { ProblemNotice } from '../ui/problem-notice';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';
import type { Draft } from './draft';
import { lostAttemptsLabels as labels } from './labels';
import { useEnvironment } from '../ui/use-environment';

/** Creations without an answer: what is known, and how a person can resolve them. */
export function LostAttempts({ onStartAgain }: { onStartAgain: (draft: Partial<Draft>) => void }) {
  const lost = useLostAttempts(useEnvironment());
  const attempts = lost.data?.attempts ?? [];
  if (attempts.length === 0) return null;
  return (
    <section className="mt-12 border-t pt-6" aria-labelledby="lost-answers">
      <h2 id="lost-answers">{labels.title}</h2>
      <p className="mt-1 max-w-[640px] text-13 text-ink-2">{labels.detail}</p>
      <ul className="mt-4 max-w-[640px] divide-y border-y">
        {attempts.map((attempt) => (
          <LostAttemptItem key={attempt.id} attempt={attempt} onStartAgain={onStartAgain} />
        ))}
      </ul>
    </section>
  );
}

function LostAttemptItem({
  attempt,
  onStartAgain,
}: {
  attempt: LostAttempt;
  onStartAgain: (draft: Partial<Draft>) => void;
}) {
  const settle = useSettleAttempt(useEnvironment());
  const [confirming, setConfirming] = useState(false);
  return (
    <li className="py-4 text-13">
      <p className="[overflow-wrap:anywhere]">
        <b>{attempt.username === null ? labels.unknownCustomer : <CustomerLink username={attempt.username} />}</b>
        {labels.from(attempt.tool)}
      </p>
      <p className="mt-0.5 text-12 text-meta">
        {labels.sentBy(attempt.by)}
        <Time at={attempt.at} />
      </p>
      <p className="mt-1 text-ink-2">{attempt.message}</p>
      <ProblemNotice error={settle.error} className="mt-2" />
      {attempt.waitsFor === 'approver' && <p className="mt-2 text-ink-2">{labels.approverSettles}</p>}
      {attempt.waitsFor === 'decision' && (
        <p className="mt-2 text-ink-2">
          {labels.commitsToPay}
          <TextLink href="/sponsorship" underlined>
            {labels.decisions}
          </TextLink>
        </p>
      )}
      {attempt.waitsFor === null && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          {attempt.candidates.map((id) => (
            <span key={id} className="flex items-center gap-2">
              <Button size="sm" busy={settle.isPending} onClick={() => settle.mutate({ id: attempt.id, importId: id })}>
                {labels.isImport(id)}
              </Button>
              <TextLink href={importHref(id)}>{labels.openImport}</TextLink>
            </span>
          ))}
          {!attempt.startFull && (
            <Button
              size="sm"
              onClick={() =>
                onStartAgain({
                  username: attempt.username ?? '',
                  tool: attempt.tool,
                  toolName: attempt.tool,
                  family: attempt.family ?? '',
                  instanceUrl: attempt.instanceUrl ?? '',
                  replaces: attempt.id,
                })
              }
            >
              {labels.startAgain}
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={() => setConfirming(true)}>
            {labels.notCreated}
          </Button>
        </div>
      )}
      {confirming && (
        <Dialog
          size="sm"
          title={labels.confirmTitle}
          onClose={() => setConfirming(false)}
          busy={settle.isPending}
          action={
            <Button
              variant="primary"
              busy={settle.isPending}
              onClick={() =>
                settle.mutate({ id: attempt.id, importId: null }, { onSettled: () => setConfirming(false) })
              }
            >
              {labels.confirm}
            </Button>
          }
        >
          <p className="mt-2 text-ink-2">{labels.confirmDetail}</p>
        </Dialog>
      )}
    </li>
  );
}
