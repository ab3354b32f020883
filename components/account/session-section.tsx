'use client';

import { useState } from 'react';
import type { Account } from '@/lib/contract/account';
import { toastError } from '../ui/problem-notice';
import { useChangeAccount } from '@/lib/query/use-account';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Time } from '../ui/time';
import { toast } from '../ui/toast-store';
import { AccountRow, AccountSection } from './account-section';
import { sessionLabels as labels } from './labels';
import { lazyComponent } from '../ui/lazy-component';

const ConfirmDialog = lazyComponent(() => import('../ui/confirm-dialog').then((module) => module.ConfirmDialog));

export function SessionSection({ account }: { account: Account }) {
  const { endSessions } = useChangeAccount();
  const [asking, setAsking] = useState(false);
  // This session first, whatever was used last.
  const sessions = account.sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
  return (
    <AccountSection
      title={labels.title}
      explanation={labels.explanation}
      action={
        sessions.length > 1 && (
          <Button size="sm" icon="sign-out" onClick={() => setAsking(true)}>
            {labels.endOthers}
          </Button>
        )
      }
    >
      <ul>
        {sessions.map((session) => (
          <AccountRow
            key={session.id}
            title={
              <>
                {session.device}
                {session.current && (
                  <Badge tone="done" size="sm">
                    {labels.current}
                  </Badge>
                )}
              </>
            }
            facts={
              <>
                {session.address === '' ? labels.unknownAddress : session.address}, {labels.started}{' '}
                <Time at={session.startedAt} />, {labels.lastUsed} <Time at={session.lastActiveAt} />
              </>
            }
            actions={
              !session.current && (
                <Button
                  size="sm"
                  busy={endSessions.isPending && endSessions.variables.id === session.id}
                  onClick={() =>
                    endSessions.mutate(
                      { id: session.id },
                      {
                        onSuccess: () => toast({ tone: 'done', title: labels.endDone }),
                        onError: (error) => toastError(labels.endFailed, error),
                      },
                    )
                  }
                >
                  {labels.end}
                  <span className="sr-only">{labels.endOf(session.device)}</span>
                </Button>
              )
            }
          />
        ))}
      </ul>
      {asking && (
        <ConfirmDialog
          title={labels.endOthersTitle}
          consequence={labels.endOthersConsequence}
          button={labels.endOthersButton}
          busy={endSessions.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            endSessions.mutate(
              { id: 'others' },
              {
                onSuccess: () => toast({ tone: 'done', title: labels.endOthersDone }),
                onError: (error) => toastError(labels.endOthersFailed, error),
                onSettled: () => setAsking(false),
              },
            )
          }
        />
      )}
    </AccountSection>
  );
}
