import type { SentResult } from '@/lib/contract/sent-param';
import type { Messages } from '@/lib/messages/messages';
import { Field, Honeypot } from '../form/field';
import { Icon } from '../../ui/icon';

/** For customers who started already: sends the link to their page. The answer is the same for every address. */
export function SendLink({
  messages: { t, language },
  result,
  typed,
}: {
  messages: Messages;
  result: SentResult | undefined;
  /** What was typed into the form that is shown again. */
  typed: string | undefined;
}) {
  if (result === 'sent') {
    return (
      <p role="status" className="flex gap-3 rounded-tile bg-sunken p-4 text-15">
        <Icon name="check" size={16} className="mt-1 flex-none text-done" />
        <span>
          <b className="block">{t('sendLink.sentTitle')}</b>
          <span className="text-ink-2">{t('sendLink.sentText')}</span>
        </span>
      </p>
    );
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
        maxLength={254}
        autoComplete="email"
        inputMode="email"
      />
      {result === 'busy' && (
        <p role="alert" className="mt-1 text-14 text-unkn">
          {t('myMigration.keep.busy')}
        </p>
      )}
      <Honeypot />
      <button
        type="submit"
        className="mt-4 min-h-12 cursor-pointer rounded-tile border border-control bg-canvas px-6 font-strong hover:bg-hover max-md:w-full"
      >
        {t('sendLink.send')}
      </button>
    </form>
  );
}
