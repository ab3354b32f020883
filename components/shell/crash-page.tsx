'use client';

import { useState } from 'react';
import { buttonClasses } from '../ui/button-classes';
import { PlainLinkButton, StandalonePage } from './standalone-page';

/** Every page preloads it, so it is small, has no icons and fetches nothing: the network may be the problem. */
export function CrashPage({ error, retry }: { error: unknown; retry: () => void }) {
  const [failedAt] = useState(() => new Date().toISOString());
  const [copied, setCopied] = useState(false);
  const reference = digestOf(error) ?? 'no reference';

  const copy = () =>
    navigator.clipboard.writeText(`${reference} at ${failedAt}`).then(
      () => setCopied(true),
      // No permission or no secure context: the text can still be selected.
      () => setCopied(false),
    );

  return (
    <StandalonePage
      title="This page could not be shown"
      actions={
        <>
          <button type="button" className={buttonClasses({ variant: 'primary' })} onClick={retry}>
            Try again
          </button>
          <PlainLinkButton href="/">Go to the overview</PlainLinkButton>
        </>
      }
      note={
        <p className="flex flex-wrap items-center gap-1.5">
          To report it, quote
          <span className="mono text-ink-2 select-all">{reference}</span>
          <button type="button" className={buttonClasses({ variant: 'ghost', size: 'sm' })} onClick={copy}>
            <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
            <span className="sr-only"> the reference</span>
          </button>
        </p>
      }
    >
      Something went wrong on our side. Nothing you did is lost: what was saved stays saved, and nothing is sent twice.
    </StandalonePage>
  );
}

function digestOf(error: unknown): string | undefined {
  return error instanceof Error && 'digest' in error && typeof error.digest === 'string' ? error.digest : undefined;
}
