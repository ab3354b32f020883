'use client';

import { useState } from 'react';
import { envHref } from '@/lib/contract/env-href';
import type { Environment } from '@/lib/contract/environment';
import { encodeImportId } from '@/lib/contract/import-id';
import type { CreateImportAnswer } from '@/lib/contract/imports';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { LinkButton } from '../ui/link-button';
import { Notice } from '../ui/notice';
import { QrCode } from '../ui/qr-code';

/** The end of the wizard: go to the migration address, or hand it over. */
export function HandOver({
  answer,
  environment,
  customer,
  onNew,
  onStartAgain,
}: {
  answer: CreateImportAnswer;
  environment: Environment;
  /** Whom to write to; empty when the page was loaded again and nobody remembers. */
  customer: string;
  onNew: () => void;
  /** For an import that was found without its address; null when nobody remembers what was entered. */
  onStartAgain: (() => void) | null;
}) {
  const [showCode, setShowCode] = useState(false);
  const importHref = answer.id === null ? null : envHref(`/imports/${encodeImportId(answer.id)}`, environment);
  const found = answer.outcome === 'created' && answer.redirectUrl === null && answer.canStartAgain;
  return (
    <section className="mt-6 grid max-w-[640px] gap-5" aria-live="polite">
      <Notice tone={tones[answer.outcome]} title={found ? 'The import was found.' : titles[answer.outcome]}>
        {answer.message}
      </Notice>
      {answer.redirectUrl !== null && (
        <>
          <p className="text-13 text-ink-2">
            They give access to both tools there. Go there with them, or hand the address over.
          </p>
          <div className="flex flex-wrap gap-2">
            <LinkButton href={answer.redirectUrl} variant="primary" rel="noreferrer" plain>
              Go to the migration
            </LinkButton>
            <CopyButton text={answer.redirectUrl} label="Copy the migration address" size="md">
              Copy address
            </CopyButton>
            <Button icon="qr" onClick={() => setShowCode((shown) => !shown)} aria-expanded={showCode}>
              QR code
            </Button>
            <LinkButton plain icon="mail" href={mailTo(customer, answer.redirectUrl)}>
              E-mail
            </LinkButton>
          </div>
          {showCode && <QrCode text={answer.redirectUrl} label="QR code of the migration address" />}
        </>
      )}
      {answer.outcome === 'unknown' && (
        <p className="text-13 text-ink-2">
          We look for it under the customer’s name every minute, and this page shows what comes of it. You can also
          leave: it stays listed below until it is known.
        </p>
      )}
      <div className="flex flex-wrap gap-2 border-t pt-4">
        {importHref !== null && answer.outcome !== 'sandbox' && (
          <LinkButton href={importHref}>Open the import</LinkButton>
        )}
        {found && onStartAgain !== null && <Button onClick={onStartAgain}>Start again</Button>}
        <Button variant="ghost" onClick={onNew}>
          New import
        </Button>
      </div>
    </section>
  );
}

function mailTo(customer: string, url: string): string {
  const to = customer.includes('@') ? encodeURIComponent(customer) : '';
  return `mailto:${to}?subject=${encodeURIComponent('Your migration')}&body=${encodeURIComponent(url)}`;
}

const titles: Record<CreateImportAnswer['outcome'], string> = {
  created: 'The import is created.',
  sandbox: 'The sandbox accepted it; nothing was created.',
  unknown: 'We do not know whether it was created.',
  not_created: 'Nothing was created.',
  proposed: 'Proposed',
};

const tones: Record<CreateImportAnswer['outcome'], 'done' | 'info' | 'error' | 'turn'> = {
  created: 'done',
  sandbox: 'info',
  unknown: 'error',
  not_created: 'error',
  proposed: 'turn',
};
