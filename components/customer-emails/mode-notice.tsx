import type { MailProblem } from '@/lib/contract/customer-mails';
import type { MailMode } from '@/lib/contract/outbox';
import { Notice } from '../ui/notice';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';
import { customerEmailLabels as labels } from './labels';

/** How e-mails leave, before anyone relies on them. */
export function ModeNotice({
  mode,
  sender,
  problem,
}: {
  mode: MailMode;
  sender: string | null;
  problem: MailProblem | null;
}) {
  if (problem) return <MailProblemNotice problem={problem} />;
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

function MailProblemNotice({ problem: { count, sinceAt, reason, error } }: { problem: MailProblem }) {
  return (
    <Notice tone="error" title={labels.problem.title(count)}>
      {reason === '' ? labels.problem.noReason : reason}{' '}
      {sinceAt !== null && (
        <>
          {labels.problem.since} <Time at={sinceAt} />.{' '}
        </>
      )}
      <TextLink href="/settings/messages?tab=waiting" underlined>
        {labels.problem.link}
      </TextLink>
      {error !== '' && (
        <p className="mt-1 text-12">
          {labels.problem.lastError} <code>{error}</code>
        </p>
      )}
    </Notice>
  );
}
