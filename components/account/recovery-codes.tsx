'use client';

import { Button } from '../ui/button';
import { buttonClasses } from '../ui/button-classes';
import { CopyButton } from '../ui/copy-button';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';

/** Only hashes are stored, so this is the only time the codes are shown. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <>
      <p className="mt-2 text-14 text-pretty">
        If you lose your passkeys, each code signs you in once, after your password. Keep them in a safe place. They are
        not shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="mono mt-4 grid gap-x-6 gap-y-1.5 rounded-2 border bg-sunken px-4 py-3 text-12"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={text} label="Copy codes" showLabel />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="landfall-recovery-codes.txt"
          className={buttonClasses({ size: 'sm' })}
        >
          <Icon name="download" size={14} className="text-meta" />
          Download
        </a>
      </div>
    </>
  );
}

export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      size="sm"
      title="Save your recovery codes"
      onClose={onClose}
      closeLabel={null}
      action={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <RecoveryCodeList codes={codes} />
    </Dialog>
  );
}
