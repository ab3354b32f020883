import type { MailMode } from '@/lib/contract/outbox';
import { Notice } from '../ui/notice';
import { TextLink } from '../ui/text-link';
import { customerEmailLabels as labels } from './labels';

/** How e-mails leave, before anyone relies on them. */
export function ModeNotice({ mode, sender }: { mode: MailMode; sender: string | null }) {
  switch (mode) {
    case 'smtp':
      return (
        <Notice tone="done" title={labels.smtp.title}>
          {labels.smtp.text(sender ?? '')}
        </Notice>
      );
    case 'mailbox':
      return (
        <Notice title={labels.mailbox.title}>
          {labels.mailbox.text}{' '}
          <TextLink href="/mailbox" underlined>
            {labels.mailbox.link}
          </TextLink>
          .
        </Notice>
      );
    case 'off':
      return (
        <Notice tone="turn" icon="warning" title={labels.off.title}>
          {labels.off.text}
        </Notice>
      );
  }
}
