import type { LinkByMail } from '@/lib/contract/customer-migration';
import type { SentResult } from '@/lib/contract/sent-param';
import type { Messages } from '@/lib/messages/messages';
import { cx } from '../ui/cx';
import { PlainButton } from './brand-button';
import { CopyLink } from './copy-link';
import { CheckForms } from './form/check-forms';
import { Field, mailInput } from './form/field';
import { strong } from './strong';

/** Query parameter that shows the form for the address. */
export const keepParam = 'keep';

export function KeepPage({
  linkByMail,
  sent,
  typed,
  enteringAddress,
  embedded,
  linkToken,
  messages,
}: {
  linkByMail: LinkByMail;
  sent: SentResult | undefined;
  /** The address in the form that is shown again. */
  typed?: string | undefined;
  /** Without script, the form for the address is shown only then, because the page otherwise reloads itself. */
  enteringAddress: boolean;
  /** A bookmark would be one of the page around it. */
  embedded: boolean;
  linkToken: string;
  messages: Messages;
}) {
  const { t } = messages;
  const asksForAddress = linkByMail.kind !== 'known' && linkByMail.kind !== 'off';
  const hint = t(`myMigration.keep.${addressHints[asksForAddress ? linkByMail.kind : 'unknown']}`);
  return (
    <section id="keep" className="mt-10">
      <h2 className="text-20 font-strong">{t('myMigration.keep.title')}</h2>
      <p className="mt-1 text-ink-2">{t(embedded ? 'myMigration.keep.textEmbedded' : 'myMigration.keep.text')}</p>
      {!embedded && <LinkResult {...{ linkByMail, sent, messages }} />}
      <div className={cx('mt-4 flex items-start gap-x-6 gap-y-4', asksForAddress ? 'flex-col' : 'flex-wrap')}>
        {asksForAddress && !enteringAddress && (
          <noscript>
            {linkByMail.kind !== 'unknown' && <p className="mb-2 text-14 text-meta">{hint}</p>}
            <a
              href={`/m/${linkToken}?lang=${messages.language}&${keepParam}=1#keep`}
              className="py-2 text-brand-ink underline underline-offset-2"
            >
              {t('myMigration.keep.send')}
            </a>
          </noscript>
        )}
        {linkByMail.kind !== 'off' && (
          <form
            method="post"
            action="/api/start/send-link"
            noValidate
            className={cx(
              asksForAddress ? 'w-full max-w-[480px]' : 'max-md:w-full',
              asksForAddress && !enteringAddress && '[@media(scripting:none)]:hidden',
            )}
          >
            <input type="hidden" name="link" value={linkToken} />
            <input type="hidden" name="language" value={messages.language} />
            {linkByMail.kind === 'known' ? (
              <>
                <PlainButton>{t('myMigration.keep.send')}</PlainButton>
                <p className="mt-1 text-14 text-meta">
                  {t.rich('myMigration.keep.sendTo', { email: linkByMail.email, b: strong })}
                </p>
              </>
            ) : (
              <AddressFields hint={hint} isInvalid={sent === 'invalid'} typed={typed} t={t} />
            )}
          </form>
        )}
        <CopyLink
          path={`/m/${linkToken}`}
          labels={{
            copy: t('myMigration.keep.copy'),
            copied: t('myMigration.keep.copied'),
            failed: t('myMigration.keep.copyFailed'),
          }}
        />
      </div>
    </section>
  );
}

const addressHints = { unknown: 'hint', waiting: 'waiting', entered_by_staff: 'enteredByStaff' } as const;

/** Result of the last request for an e-mail. In a frame at the top of the page, to which `public/embed.js` scrolls. */
export function LinkResult({
  linkByMail,
  sent,
  messages: { t },
}: {
  linkByMail: LinkByMail;
  sent: SentResult | undefined;
  messages: Messages;
}) {
  const isUnconfirmed = linkByMail.kind === 'waiting' || linkByMail.kind === 'entered_by_staff';
  if (sent === undefined || sent === 'invalid' || (sent === 'confirm' && !isUnconfirmed)) return null;
  if (sent === 'sent' && linkByMail.kind !== 'known') return null;
  return (
    <p role="status" className="mt-4 rounded-tile border border-done-line bg-done-tint p-4 text-15">
      {sent === 'sent' && linkByMail.kind === 'known'
        ? t.rich('myMigration.keep.sent', { email: linkByMail.email, b: strong })
        : t(`myMigration.keep.${sent}`)}
    </p>
  );
}

function AddressFields({
  hint,
  isInvalid,
  typed,
  t,
}: {
  hint: string;
  isInvalid: boolean;
  typed: string | undefined;
  t: Messages['t'];
}) {
  const enterEmail = t('myMigration.keep.invalid');
  return (
    <>
      <Field
        id="keep-email"
        name="email"
        label={t('myMigration.keep.email')}
        hint={hint}
        checks={{ required: enterEmail, email: enterEmail }}
        errors={isInvalid ? [enterEmail] : []}
        autoFocus
        defaultValue={typed}
        {...mailInput}
      />
      <PlainButton className="mt-4">{t('myMigration.keep.send')}</PlainButton>
      <CheckForms />
    </>
  );
}
