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
import { lazyComponent } from '../ui/lazy-component';

const AskDialog = lazyComponent(() => import('../ui/ask-dialog').then((module) => module.AskDialog));

export function SessionSection({ account }: { account: Account }) {
  const { endSessions } = useChangeAccount();
  const [asking, setAsking] = useState(false);
  // This session first, whatever was used last.
  const sessions = account.sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
  return (
    <AccountSection
      title="Sessions"
      explanation="Browsers in which you are signed in. End those that you do not recognise, then change your password."
      action={
        sessions.length > 1 && (
          <Button size="sm" icon="sign-out" onClick={() => setAsking(true)}>
            End all other sessions
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
                    this session
                  </Badge>
                )}
              </>
            }
            facts={
              <>
                {session.address === '' ? 'Unknown address' : session.address}, started <Time at={session.startedAt} />,
                last used <Time at={session.lastActiveAt} />
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
                        onSuccess: () => toast({ tone: 'done', title: 'Session ended' }),
                        onError: (error) => toastError('The session was not ended', error),
                      },
                    )
                  }
                >
                  End<span className="sr-only"> session of {session.device}</span>
                </Button>
              )
            }
          />
        ))}
      </ul>
      {asking && (
        <AskDialog
          title="End all other sessions?"
          consequence="You stay signed in here. Everywhere else you have to sign in again."
          button="End sessions"
          busy={endSessions.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            endSessions.mutate(
              { id: 'others' },
              {
                onSuccess: () => toast({ tone: 'done', title: 'All other sessions ended' }),
                onError: (error) => toastError('The sessions were not ended', error),
                onSettled: () => setAsking(false),
              },
            )
          }
        />
      )}
    </AccountSection>
  );
}
