'use client';

import { Page } from '@/components/shell/page';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/empty-state';

/** The layout stays, so that the navigation still works. */
export default function StaffError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <Page>
      <ErrorState
        heading="h1"
        title="This page could not be shown"
        requestId={error.digest}
        actions={
          <Button variant="primary" icon="refresh" onClick={retry}>
            Try again
          </Button>
        }
      >
        Something went wrong on our side. Nothing you did is lost: what was saved stays saved, and nothing is sent
        twice.
      </ErrorState>
    </Page>
  );
}
