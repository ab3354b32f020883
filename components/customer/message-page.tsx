import type { ReactNode } from 'react';
import type { Branding } from '@/lib/contract/branding';
import type { MailMode } from '@/lib/contract/outbox';
import { startAgainParam } from '@/lib/contract/sent-param';
import type { Messages } from '@/lib/messages/messages';
import { HelpLine } from './customer-layout';

/** What happened and what to do next. */
export function MessagePage({ title, text, children }: { title: string; text: ReactNode; children?: ReactNode }) {
  return (
    <section className="max-w-[560px]">
      <h1 className="text-32 font-strong text-pretty max-md:text-26">{title}</h1>
      <p className="mt-3 text-ink-2">{text}</p>
      {children !== undefined && <div className="mt-8 flex flex-wrap items-center gap-4">{children}</div>}
    </section>
  );
}

/** For a link that cannot be used, or not any more. */
export function LinkProblem({
  kind,
  branding,
  messages,
  mailMode = 'off',
  requestId,
}: {
  kind: 'broken' | 'expired' | 'used' | 'off';
  branding: Branding;
  messages: Messages;
  mailMode?: MailMode;
  requestId?: string | null;
}) {
  const { t, language } = messages;
  return (
    <MessagePage title={t(`${kind}.title`)} text={t(`${kind}.text`)}>
      {mailMode !== 'off' && (kind === 'broken' || kind === 'expired') && (
        <p className="w-full">
          {/* Not to the migration of this browser, which may be another one. */}
          <a
            href={`/start?lang=${language}&${startAgainParam}=1#send-link`}
            className="text-brand-ink underline underline-offset-2"
          >
            {t('sendLink.titleOpen')}
          </a>
        </p>
      )}
      <HelpLine branding={branding} messages={messages} />
      {requestId && <RequestLine id={requestId} messages={messages} />}
    </MessagePage>
  );
}

export function RequestLine({ id, messages }: { id: string; messages: Messages }) {
  return <p className="w-full text-12 text-meta select-all">{messages.t('unexpectedError.request', { id })}</p>;
}
