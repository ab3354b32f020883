'use client';

import { useState } from 'react';
import type { CreateImportResponse } from '@/lib/contract/imports';
import { importHref } from '../import/import-href';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { LinkButton } from '../ui/link-button';
import { Notice } from '../ui/notice';
import { lazyComponent } from '../ui/lazy-component';

const QrCode = lazyComponent(() => import('../ui/qr-code').then((module) => module.QrCode));

export function CreationResult({
  response,
  customer,
  onNew,
  onStartAgain,
}: {
  response: CreateImportResponse;
  /** Empty after a reload, when the username is unknown. */
  customer: string;
  onNew: () => void;
  /** For an import without its link; null if the form data is lost. */
  onStartAgain: (() => void) | null;
}) {
  const [showCode, setShowCode] = useState(false);
  const found = response.outcome === 'created' && response.redirectUrl === null && response.canStartAgain;
  return (
    <section className="mt-6 grid max-w-[640px] gap-5" aria-live="polite">
      <Notice tone={tones[response.outcome]} title={found ? 'The import was found.' : titles[response.outcome]}>
        {response.message}
      </Notice>
      {response.redirectUrl !== null && (
        <>
          <p className="text-13 text-ink-2">
            They give access to both tools there. Go there with them, or hand the address over.
          </p>
          <div className="flex flex-wrap gap-2">
            <LinkButton href={response.redirectUrl} variant="primary" rel="noreferrer" plain>
              Go to the migration
            </LinkButton>
            <CopyButton text={response.redirectUrl} size="md" label="Copy address" showLabel />
            <Button icon="qr" onClick={() => setShowCode((shown) => !shown)} aria-expanded={showCode}>
              QR code
            </Button>
            <LinkButton plain icon="mail" href={mailTo(customer, response.redirectUrl)}>
              E-mail
            </LinkButton>
          </div>
          {showCode && <QrCode text={response.redirectUrl} label="QR code of the migration address" />}
        </>
      )}
      {response.outcome === 'unknown' && (
        <p className="text-13 text-ink-2">
          We look for it under the customer’s name every minute, and this page shows what comes of it. You can also
          leave: it stays listed below until it is known.
        </p>
      )}
      <div className="flex flex-wrap gap-2 border-t pt-4">
        {response.id !== null && response.outcome !== 'sandbox' && (
          <LinkButton href={importHref(response.id)}>Open the import</LinkButton>
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

const titles: Record<CreateImportResponse['outcome'], string> = {
  created: 'The import is created.',
  sandbox: 'The sandbox accepted it; nothing was created.',
  unknown: 'We do not know whether it was created.',
  not_created: 'Nothing was created.',
  proposed: 'Proposed',
};

const tones: Record<CreateImportResponse['outcome'], 'done' | 'info' | 'error' | 'turn'> = {
  created: 'done',
  sandbox: 'info',
  unknown: 'error',
  not_created: 'error',
  proposed: 'turn',
};
