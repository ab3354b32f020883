import { eventName } from '@/lib/contract/event-names';
import type { MessageAttempt, MessageDetail, ShownContent } from '@/lib/contract/message-log';
import { DefinitionList } from '../ui/definition-list';
import { LinkButton } from '../ui/link-button';
import { Time } from '../ui/time';
import { channelLabels, messageLabels as labels } from './labels';
import { MailFrame } from './mail-frame';
import { MailSource } from './mail-source';
import { MessageImportLink } from './message-import-link';
import { MessageStateText } from './message-state';
import { PlainText } from '../ui/plain-content';
import { ResendButton } from './resend-button';

export function MessagePanel({ detail, closeHref }: { detail: MessageDetail; closeHref: string }) {
  const { message, log, content } = detail;
  return (
    <section aria-label={labels.panel} className="min-w-0">
      <div className="flex items-center gap-2">
        <h2 className="flex-1">{eventName(message.event)}</h2>
        <LinkButton href={closeHref} variant="ghost" size="sm" icon="x" iconOnly>
          {labels.close}
        </LinkButton>
      </div>
      <p className="mt-1 text-13 [overflow-wrap:anywhere]">
        <MessageStateText state={message.state} />
        {message.reason !== '' && <span className="text-ink-2">: {message.reason}</span>}
      </p>
      {message.mayResend && (
        <div className="mt-3">
          <ResendButton message={message} statusChangedAt={detail.statusChangedAt} />
        </div>
      )}
      <DefinitionList
        className="mt-4"
        termWidth="sm"
        items={{
          ...(message.subject !== '' && { [labels.subject]: message.subject }),
          [labels.recipient]: message.recipient || message.username,
          [labels.channel]: channelLabels[message.channel],
          ...(message.rule && { [labels.rule]: message.rule.name ?? labels.deletedRule }),
          ...(message.importId !== null && {
            [labels.import]: <MessageImportLink environment={message.environment} importId={message.importId} />,
          }),
          [labels.created]: <Time at={message.createdAt} as="exact" />,
          ...(message.sentAt !== null && { [labels.sent]: <Time at={message.sentAt} as="exact" /> }),
          ...(message.state === 'pending' && { [labels.next]: <Time at={message.nextAt} as="exact" /> }),
        }}
      />
      <h3 className="mt-4 border-t pt-4 text-13">{labels.log}</h3>
      {log.length === 0 ? <p className="mt-1 text-13 text-meta">{labels.noAttempts}</p> : <AttemptList log={log} />}
      <h3 className="mt-4 border-t pt-4 text-13">{labels.content}</h3>
      {content === null ? (
        <p className="mt-1 text-13 text-meta">{labels.noContent}</p>
      ) : (
        <Content content={content} isMasked={message.audience === 'customer'} />
      )}
    </section>
  );
}

function AttemptList({ log }: { log: readonly MessageAttempt[] }) {
  return (
    <ol className="mt-2 grid gap-2 text-13">
      {log.map((attempt) => (
        <li key={attempt.at} className="[overflow-wrap:anywhere]">
          <p className="flex flex-wrap gap-x-2">
            <Time at={attempt.at} as="exact" className="text-ink-2" />
            <span>{labels.attempt[attempt.outcome]}</span>
            <span className="text-meta">
              {attempt.host !== null && `${attempt.host}, `}
              {attempt.status !== null && `${labels.status(attempt.status)}, `}
              {labels.duration(attempt.durationMs)}
            </span>
          </p>
          {attempt.response !== '' && <p className="mono text-12 text-ink-2">{attempt.response}</p>}
        </li>
      ))}
    </ol>
  );
}

function Content({ content, isMasked }: { content: ShownContent; isMasked: boolean }) {
  if (content.kind === 'post') return <PlainText label={labels.body} text={content.body} />;
  return (
    <div className="mt-2 grid gap-3">
      {isMasked && <p className="text-12 text-meta">{labels.hidden}</p>}
      {content.html !== '' && <MailFrame html={content.html} title={labels.frame} />}
      <MailSource {...content} />
    </div>
  );
}
