'use client';

import { Button } from './button';
import { CopyButton } from './copy-button';
import { Dialog } from './dialog';
import { SecretBox } from './secret-box';

interface SecretLabels {
  title: string;
  intro: string;
  /** Shown while the old secret still works. */
  rotated: string;
  secret: string;
  copy: string;
  exampleTitle: string;
  copyExample: string;
  done: string;
}

/** For a secret that the server does not send again. */
export function SecretDialog({
  secret,
  rotated,
  example,
  labels,
  onClose,
}: {
  secret: string;
  rotated: boolean;
  example: string;
  labels: SecretLabels;
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
      <SecretBox secret={secret} label={labels.secret} copyLabel={labels.copy} />
      <div className="mt-5 flex items-center justify-between gap-3">
        <h3 className="text-13">{labels.exampleTitle}</h3>
        <CopyButton text={example} label={labels.copyExample} />
      </div>
      <pre tabIndex={0} className="mono mt-1 overflow-x-auto rounded-2 border bg-sunken px-3 py-2 text-12">
        {example}
      </pre>
    </Dialog>
  );
}
