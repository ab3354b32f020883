'use client';

import { Button } from '../ui/button';
import { buttonClasses } from '../ui/button-classes';
import { CopyButton } from '../ui/copy-button';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { recoveryLabels as labels } from './labels';

/** Only hashes are stored, so this is the only time the codes are shown. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <>
      <p className="mt-2 text-14 text-pretty">{labels.saveIntro}</p>
      <ul
        aria-label={labels.title}
        className="mono mt-4 grid gap-x-6 gap-y-1.5 rounded-2 border bg-sunken px-4 py-3 text-12"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={text} label={labels.copy} showLabel />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="landfall-recovery-codes.txt"
          className={buttonClasses({ size: 'sm' })}
        >
          <Icon name="download" size={14} className="text-meta" />
          {labels.download}
        </a>
      </div>
    </>
  );
}

export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      size="sm"
      title={labels.saveTitle}
      onClose={onClose}
      closeLabel={null}
      action={
        <Button variant="primary" onClick={onClose}>
          {labels.done}
        </Button>
      }
    >
      <RecoveryCodeList codes={codes} />
    </Dialog>
  );
}
