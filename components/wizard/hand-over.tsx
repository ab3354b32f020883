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
  onAgain,
}: {
  answer: CreateImportAnswer;
  environment: Environment;
  onAgain: () => void;
}) {
  const [showCode, setShowCode] = useState(false);
  const importHref = answer.id === null ? null : envHref(`/imports/${encodeImportId(answer.id)}`, environment);
  return (
    <section className="mt-6 grid max-w-[640px] gap-5" aria-live="polite">
      <Notice tone={tones[answer.outcome]} title={titles[answer.outcome]}>
        {answer.message}
      </Notice>
      {answer.redirectUrl !== null && (
        <>
          <p className="text-13 text-ink-2">
            The customer authorizes both tools at the migration address. Go there with them, or hand the address over.
          </p>
          <div className="flex flex-wrap gap-2">
            <LinkButton href={answer.redirectUrl} variant="primary" rel="noreferrer">
              Go to the migration
            </LinkButton>
            <CopyButton text={answer.redirectUrl} label="Copy the migration address">
              Copy address
            </CopyButton>
            <Button icon="qr" onClick={() => setShowCode((shown) => !shown)} aria-expanded={showCode}>
              QR code
            </Button>
          </div>
          {showCode && <QrCode text={answer.redirectUrl} label="QR code of the migration address" />}
        </>
      )}
      <div className="flex flex-wrap gap-2 border-t pt-4">
        {importHref !== null && answer.outcome !== 'sandbox' && (
          <LinkButton href={importHref}>Open the import</LinkButton>
        )}
        <Button variant="ghost" onClick={onAgain}>
          New import
        </Button>
      </div>
    </section>
  );
}

const titles: Record<CreateImportAnswer['outcome'], string> = {
  created: 'The import is created',
  sandbox: 'The sandbox accepted it; nothing was created',
  unknown: 'We do not know whether it was created',
  not_created: 'Nothing was created',
  proposed: 'Proposed',
};

const tones: Record<CreateImportAnswer['outcome'], 'done' | 'info' | 'error' | 'turn'> = {
  created: 'done',
  sandbox: 'info',
  unknown: 'error',
  not_created: 'error',
  proposed: 'turn',
};
