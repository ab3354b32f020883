'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { Button } from '../ui/button';
import { ErrorState } from '../ui/empty-state';

/** The import is not in the database and the lookup at the service failed. */
export function LookupFailed({ id, reason, requestId }: { id: string; reason: string; requestId: string }) {
  const router = useRouter();
  const [busy, startTransition] = useTransition();
  return (
    <ErrorState
      heading="h1"
      title="The service could not be asked about this import"
      requestId={requestId}
      actions={
        <Button variant="primary" icon="refresh" busy={busy} onClick={() => startTransition(() => router.refresh())}>
          Try again
        </Button>
      }
    >
      {reason} Our record does not know <span className="mono">{id}</span> yet, so there is nothing older to show.
    </ErrorState>
  );
}
