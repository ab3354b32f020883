import type { SentResult } from '@/lib/contract/sent-param';
import type { Messages } from '@/lib/messages/messages';
import { cx } from '../../ui/cx';
import { PlainButton } from '../brand-button';
import { Field, Honeypot, mailInput } from '../form/field';
import { SentNote } from '../form/sent-note';

interface SendLinkProps {
  messages: Messages;
  result: SentResult | undefined;
  /** What was typed into the form that is shown again. */
  typed: string | undefined;
}

/** On the start page, below its form or its message. */
export function SendLinkSection({ belowForm, ...props }: SendLinkProps & { belowForm: boolean }) {
  const { t } = props.messages;
  return (
    <section id="send-link" className={cx('mt-10 border-t pt-8', !belowForm && 'max-w-[560px]')}>
      <h2 className={cx('mb-4 font-strong', belowForm ? 'text-18' : 'text-20')}>
        {t(belowForm ? 'sendLink.titleOpen' : 'sendLink.title')}
      </h2>
      <SendLink {...props} />
    </section>
  );
}

/** @internal For customers who started already: sends the link to their page. The answer is the same for every address. */
export function SendLink({ messages: { t, language }, result, typed }: SendLinkProps) {
  if (result === 'sent') {
    return <SentNote title={t('sendLink.sentTitle')} text={t('sendLink.sentText')} />;
  }
  return (
    <form method="post" action="/api/start/send-link" noValidate className="max-w-[480px]">
      <input type="hidden" name="language" value={language} />
      <Field
        id="send-link-email"
        name="email"
        label={t('sendLink.email')}
        hint={t('sendLink.emailHint')}
        checks={{ required: t('sendLink.enterEmail'), email: t('sendLink.enterEmail') }}
        errors={result === 'invalid' ? [t('sendLink.enterEmail')] : []}
        autoFocus
        defaultValue={typed}
        {...mailInput}
      />
      {result === 'busy' && (
        <p role="alert" className="mt-1 text-14 text-unkn">
          {t('myMigration.keep.busy')}
        </p>
      )}
      <Honeypot />
      <PlainButton className="mt-4">{t('sendLink.send')}</PlainButton>
    </form>
  );
}
