'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { Button } from '../ui/button';
import { ErrorState } from '../ui/empty-state';
import { lookupFailedLabels } from './labels';

/** The import is not in the database and the lookup at the service failed. */
export function LookupFailed({ id, reason, requestId }: { id: string; reason: string; requestId: string }) {
  const router = useRouter();
  const [busy, startTransition] = useTransition();
  return (
    <ErrorState
      heading="h1"
      title={lookupFailedLabels.title}
      requestId={requestId}
      actions={
        <Button variant="primary" icon="refresh" busy={busy} onClick={() => startTransition(() => router.refresh())}>
          {lookupFailedLabels.tryAgain}
        </Button>
      }
    >
      {reason} {lookupFailedLabels.nothingStored} <span className="mono">{id}</span>
    </ErrorState>
  );
}
