'use client';

import { useState } from 'react';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { LinkButton } from '../ui/link-button';
import { LonePage } from './lone-page';

/** Something broke while drawing a page: say so, give what to quote, and let people go on. */
export function CrashPage({ error, retry }: { error: unknown; retry: () => void }) {
  const [failedAt] = useState(() => new Date().toISOString());
  const digest = digestOf(error);

  return (
    <LonePage
      title="This page could not be shown"
      actions={
        <>
          <Button variant="primary" icon="refresh" onClick={retry}>
            Try again
          </Button>
          <LinkButton href="/" plain>
            Go to the overview
          </LinkButton>
        </>
      }
      note={
        <p className="flex flex-wrap items-center gap-1.5">
          To report it, quote
          <span className="mono text-ink-2">{digest ?? 'no reference'}</span>
          <CopyButton text={`${digest ?? 'no reference'} at ${failedAt}`} label="Copy the reference" />
        </p>
      }
    >
      Something went wrong on our side. Nothing you did is lost: what was saved stays saved, and nothing is sent twice.
    </LonePage>
  );
}

function digestOf(error: unknown): string | undefined {
  return error instanceof Error && 'digest' in error && typeof error.digest === 'string' ? error.digest : undefined;
}
