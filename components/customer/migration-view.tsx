import type { Branding } from '@/lib/contract/branding';
import type { CustomerMigration } from '@/lib/contract/customer-migration';
import type { CustomerAction } from '@/lib/contract/situation';
import type { Messages } from '@/lib/messages/messages';
import { BrandButton, BrandLink } from './brand-button';
import { HelpLink } from './customer-layout';
import { CustomerWarnings } from './customer-warnings';

interface MigrationProps {
  migration: CustomerMigration;
  branding: Branding;
  messages: Messages;
  linkToken: string;
  /** Created once per page, so a double click starts one import. */
  newAttempt: string;
}

/** `lib/import-detail/situation-rules.ts` decides what it says and offers. */
export function MigrationView({ problem, ...props }: MigrationProps & { problem: string | null }) {
  const { migration, messages } = props;
  const { t } = messages;
  const { progress, claims } = migration.situation;
  const actions = availableActions(migration);
  return (
    <>
      <h1 className="text-32 font-strong max-md:text-26">{t('migration.title')}</h1>
      <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">
        {[migration.tool === null ? null : t('migration.from', { tool: migration.tool }), migration.username]
          .filter((part) => part !== null)
          .join(', ')}
      </p>
      {problem !== null && (
        <p role="alert" className="mt-6 rounded-tile border border-unkn-line p-4">
          {problem}
        </p>
      )}
      <section
        data-who-acts={claims.whoActs}
        data-finished={claims.finished}
        className="mt-8 rounded-tile border border-line-strong p-6 max-md:p-4"
      >
        <p className="text-20 font-strong">{t(`migration.progress.${progress}.title`)}</p>
        <p className="mt-2 text-ink-2">
          {actions.includes('start_again') ? t('migration.startAgainText') : t(`migration.progress.${progress}.text`)}
        </p>
        <Actions {...props} actions={actions} />
        {migration.seenAt !== null && <SeenAt at={migration.seenAt} messages={messages} />}
      </section>
      <ProgressSteps migration={migration} messages={messages} />
      <PaymentSection {...props} />
      <CustomerWarnings migration={migration} messages={messages} />
    </>
  );
}

/** The first one is the primary action. */
function availableActions(migration: CustomerMigration): CustomerAction[] {
  const available: Record<CustomerAction, boolean> = {
    continue: migration.canContinue,
    request: true,
    review_sample: migration.instanceUrl !== null,
    open_tool: migration.instanceUrl !== null,
    start_again: migration.canStartAgain,
  };
  return migration.situation.actions.filter((action) => available[action]);
}

function Actions(props: MigrationProps & { actions: readonly CustomerAction[] }) {
  const { migration, branding, messages, linkToken, actions } = props;
  const { t } = messages;
  // The form below has its own button.
  const links = actions.filter((action) => action !== 'request' && action !== 'start_again');
  const [needed] = migration.situation.actions.filter((action) => action !== 'start_again');
  const linkMissing = needed === 'continue' && !migration.canContinue && !migration.canStartAgain;
  if (actions.includes('start_again')) return <StartAgainForm {...props} />;
  if (links.length === 0 && !linkMissing) return null;
  const href = (action: CustomerAction) =>
    action === 'continue' ? `/m/${linkToken}/go?lang=${messages.language}` : (migration.instanceUrl ?? '');
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
      {links.map((action) =>
        action === actions[0] ? (
          <BrandLink key={action} href={href(action)}>
            {t(`migration.actions.${action}`)}
          </BrandLink>
        ) : (
          <a key={action} href={href(action)} className="py-2 text-brand-ink underline underline-offset-2">
            {t(`migration.actions.${action}`)}
          </a>
        ),
      )}
      {linkMissing && (
        <p className="text-15 text-ink-2">
          {t.rich('migration.continueWithoutLink', {
            help: (text) => <HelpLink branding={branding}>{text}</HelpLink>,
          })}
        </p>
      )}
    </div>
  );
}

function StartAgainForm({ linkToken, newAttempt, messages }: MigrationProps) {
  return (
    <form method="post" action="/api/start/again" className="mt-5">
      <input type="hidden" name="link" value={linkToken} />
      <input type="hidden" name="attempt" value={newAttempt} />
      <input type="hidden" name="language" value={messages.language} />
      <BrandButton>{messages.t('migration.actions.start_again')}</BrandButton>
    </form>
  );
}

/** The usual path as a progress strip with a label. Steps that were not observed stay empty. */
function ProgressSteps({ migration, messages }: { migration: CustomerMigration; messages: Messages }) {
  const { steps } = migration.path;
  const current = steps.findIndex(({ state }) => state === 'current');
  if (current === -1) return null;
  return (
    <div className="mt-6">
      <div aria-hidden className="flex gap-1">
        {steps.map(({ status, state }) => (
          <span
            key={status}
            className={`h-1.5 flex-1 rounded-1 ${state === 'passed' || state === 'current' ? 'bg-brand' : 'bg-press'}`}
          />
        ))}
      </div>
      <p className="mt-2 text-14 text-meta">
        {messages.t('migration.step', { current: current + 1, total: steps.length })}
      </p>
    </div>
  );
}

function PaymentSection(props: MigrationProps) {
  const { migration, branding, messages } = props;
  const { t } = messages;
  const { payment, claims, actions } = migration.situation;
  if (payment === null) return null;
  return (
    <section className="mt-10" aria-live="polite" data-who-pays={claims.whoPays}>
      <h2 className="text-20 font-strong">{t(`migration.payment.${payment}.title`)}</h2>
      <p className="mt-1 text-ink-2">{t(`migration.payment.${payment}.text`)}</p>
      {actions.includes('request') && <RequestForm {...props} />}
      {migration.note !== '' && (
        <blockquote className="mt-4 border-s-2 border-brand-ink ps-4">
          <p className="text-14 text-meta">{t('migration.note', { partner: branding.partnerName })}</p>
          <p className="whitespace-pre-line">{migration.note}</p>
        </blockquote>
      )}
    </section>
  );
}

function RequestForm({ messages: { t, language }, linkToken }: MigrationProps) {
  return (
    <form method="post" action="/api/start/ask" className="mt-4 max-w-[560px]">
      <input type="hidden" name="link" value={linkToken} />
      <input type="hidden" name="language" value={language} />
      <label className="block">
        <span className="font-strong">{t('migration.requestMessage')}</span>
        <textarea
          name="message"
          rows={3}
          maxLength={4000}
          aria-describedby="message-hint"
          className="mt-1 block w-full rounded-tile border border-control bg-canvas px-4 py-3"
        />
      </label>
      <p id="message-hint" className="mt-1 text-14 text-meta">
        {t('migration.requestMessageHint')}
      </p>
      <BrandButton className="mt-4">{t('migration.actions.request')}</BrandButton>
    </form>
  );
}

/** The reader's time zone is unknown without JavaScript, so the zone is named. */
function SeenAt({ at, messages: { t, language } }: { at: string; messages: Messages }) {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return (
    <p className="mt-4 text-14 text-meta">
      {t.rich('migration.asOf', {
        time: `${format.format(new Date(at))} UTC`,
        tag: (text) => <time dateTime={at}>{text}</time>,
      })}
    </p>
  );
}
