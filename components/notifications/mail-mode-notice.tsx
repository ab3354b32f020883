import type { MailMode } from '@/lib/contract/outbox';
import { Notice } from '../ui/notice';
import { mailModeLabels as labels } from './labels';

/** Says why no e-mail is sent. `hints` are what follows from it where it is shown. */
export function MailModeNotice({ mode, hints }: { mode: MailMode; hints: { off: string; mailbox: string } }) {
  if (mode === 'smtp') return null;
  return (
    <Notice tone={mode === 'off' ? 'turn' : 'info'} className="mb-4" title={labels[mode]}>
      {hints[mode]}
    </Notice>
  );
}
