'use client';

import { createContext, useContext, useState, type ReactNode } from 'react';
import { buttonClasses } from '../ui/button-classes';
import { crashLabels as labels } from './crash-labels';
import { PlainLinkButton, StandalonePage } from './standalone-page';
import { useRequestId } from './use-request-id';

interface CrashTexts {
  title: string;
  text: string;
  retry: string;
}

const TextsContext = createContext<CrashTexts | null>(null);

/**
 * On customer pages, what a crash says in their language. Null on staff pages. In this file because the root layout
 * renders it: the script of the layout then has the crash page, and those of the error pages need no copies of it.
 */
export function CrashTextsProvider({ texts, children }: { texts: CrashTexts | null; children: ReactNode }) {
  return <TextsContext value={texts}>{children}</TextsContext>;
}

/** Every page preloads it, so it is small, has no icons and fetches nothing: the network may be the problem. */
export function CrashPage({ error, retry }: { error: unknown; retry: () => void }) {
  const [failedAt] = useState(() => new Date().toISOString());
  const [copied, setCopied] = useState(false);
  const requestId = useRequestId();
  const digest = digestOf(error);
  // An error of this browser is not in the log. The log line of another has both.
  const known = digest && (requestId ?? digest);
  const reference = known ?? labels.noReference;
  const customer = useContext(TextsContext);

  const copy = () =>
    navigator.clipboard.writeText(`${reference} at ${failedAt}`).then(
      () => setCopied(true),
      // No permission or no secure context: the text can still be selected.
      () => setCopied(false),
    );

  if (customer) {
    return (
      <StandalonePage
        title={customer.title}
        unbranded
        actions={
          <button type="button" className={buttonClasses({ variant: 'primary' })} onClick={retry}>
            {customer.retry}
          </button>
        }
        note={known !== undefined && <bdi className="mono select-all">{known}</bdi>}
      >
        {customer.text}
      </StandalonePage>
    );
  }
  return (
    <StandalonePage
      title={labels.title}
      actions={
        <>
          <button type="button" className={buttonClasses({ variant: 'primary' })} onClick={retry}>
            {labels.retry}
          </button>
          <PlainLinkButton href="/">{labels.home}</PlainLinkButton>
        </>
      }
      note={
        <p className="flex flex-wrap items-center gap-1.5">
          {labels.report}
          <span className="mono text-ink-2 select-all">{reference}</span>
          <button type="button" className={buttonClasses({ variant: 'ghost', size: 'sm' })} onClick={copy}>
            <span aria-live="polite">{copied ? labels.copied : labels.copy}</span>
            <span className="sr-only">{labels.copyHint}</span>
          </button>
        </p>
      }
    >
      {labels.text}
    </StandalonePage>
  );
}

function digestOf(error: unknown): string | undefined {
  return error instanceof Error && 'digest' in error && typeof error.digest === 'string' ? error.digest : undefined;
}
