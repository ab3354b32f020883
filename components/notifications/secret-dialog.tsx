'use client';

import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Dialog } from '../ui/dialog';
import { secretLabels as labels } from './labels';

/** Stored encrypted and never sent to a browser again, so this is the only time it is shown. */
export function SecretDialog({
  secret,
  rotated,
  onClose,
}: {
  secret: string;
  /** An older secret also signs. */
  rotated: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      title={labels.title}
      onClose={onClose}
      closeLabel={null}
      action={
        <Button variant="primary" onClick={onClose}>
          {labels.done}
        </Button>
      }
    >
      <p className="mt-2 text-14 text-pretty">
        {labels.intro} {rotated && labels.rotated}
      </p>
      <div className="mt-4 flex items-center justify-between gap-3 rounded-2 border bg-sunken px-3 py-2">
        <output className="mono min-w-0 text-12 [overflow-wrap:anywhere]" aria-label={labels.secret}>
          {secret}
        </output>
        <CopyButton text={secret} label={labels.copy} />
      </div>
      <div className="mt-5 flex items-center justify-between gap-3">
        <h3 className="text-13">{labels.verify}</h3>
        <CopyButton text={labels.snippet} label={labels.copySnippet} />
      </div>
      <pre tabIndex={0} className="mono mt-1 overflow-x-auto rounded-2 border bg-sunken px-3 py-2 text-12">
        {labels.snippet}
      </pre>
    </Dialog>
  );
}
