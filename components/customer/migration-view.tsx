import type { Branding } from '@/lib/contract/branding';
import type { CustomerMigration, LinkByMail } from '@/lib/contract/customer-migration';
import type { CustomerAction } from '@/lib/contract/situation';
import { startAgainParam } from '@/lib/contract/sent-param';
import type { SentResult } from '@/lib/contract/sent-param';
import type { Messages } from '@/lib/messages/messages';
import { BrandButton, BrandLink } from './brand-button';
import { HelpLink } from './customer-layout';
import { CustomerWarnings } from './customer-warnings';
import { Field } from './form/field';
import { KeepPage, LinkResult } from './keep-page';
import { LocalTime } from './local-time';
import { MigrationSteps } from './migration-steps';
import { MovedSummary } from './moved-summary';
import { OtherMigrations } from './other-migrations';
import { withSupport } from './with-support';

interface MigrationProps {
  migration: CustomerMigration;
  branding: Branding;
  messages: Messages;
  linkToken: string;
  /** Created once per page, so a double click starts one import. */
  newAttempt: string;
}

interface PageProps extends MigrationProps {
  linkByMail: LinkByMail;
  /** The result of the last request for an e-mail. */
  sent: SentResult | undefined;
  /** The e-mail address in the form that is shown again. */
  typedAddress?: string | undefined;
  enteringAddress: boolean;
  embedded: boolean;
  /** The reader's time zone, or UTC as long as it is not known. */
  zone: string;
  problem: string | null;
  /** What was typed for the approver and not sent. */
  unsentMessage?: string | undefined;
  /** Anyone can start a migration on the start page. */
  isOpen?: boolean;
}

/** `lib/import-detail/situation-rules.ts` decides what it says and offers. */
export function MigrationView({
  problem,
  unsentMessage,
  zone,
  linkByMail,
  sent,
  typedAddress,
  enteringAddress,
  embedded,
  isOpen,
  ...given
}: PageProps) {
  const { migration, messages, linkToken } = given;
  const { t, format } = messages;
  const { progress, claims } = migration.situation;
  const title = t(`migration.progress.${progress}.title`);
  const props = { ...given, branding: withSupport(given.branding, migration, messages) };
  const { partnerName } = props.branding;
  const actions = availableActions(migration);
  return (
    <>
      <h1 className="text-32 font-strong max-md:text-26">{t('migration.title')}</h1>
      <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">
        {format.phrases([
          ...(migration.tool === null ? [] : [t('migration.from', { tool: migration.tool })]),
          ...(migration.username === null ? [] : [migration.username]),
        ])}
      </p>
      {problem !== null && (
        <div role="alert" className="mt-6 rounded-tile border border-unkn-line p-4">
          {problem}
          {unsentMessage !== undefined && (
            <p className="mt-2 whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">
              <bdi>{unsentMessage}</bdi>
            </p>
          )}
        </div>
      )}
      {embedded && <LinkResult {...{ linkByMail, sent, messages }} />}
      <section
        data-who-acts={claims.whoActs}
        data-finished={claims.finished}
        className="mt-8 rounded-tile border border-line-strong p-6 max-md:p-4"
      >
        <h2 className="text-20 font-strong">{title}</h2>
        <p className="mt-2 text-ink-2">
          {actions.includes('start_again') ? t('migration.startAgainText') : t(`migration.progress.${progress}.text`)}
        </p>
        <Actions {...props} actions={actions} />
        {migration.seenAt !== null && <SeenAt at={migration.seenAt} zone={zone} messages={messages} />}
      </section>
      <PaymentSection {...props} />
      <MigrationSteps migration={migration} partner={partnerName} messages={messages} />
      <MovedSummary migration={migration} messages={messages} />
      <CustomerWarnings migration={migration} messages={messages} />
      <OtherMigrations others={migration.others} messages={messages} />
      {isOpen && (
        <p className="mt-6">
          <a
            href={`/start?lang=${messages.language}&${startAgainParam}=1`}
            className="inline-block py-2 text-brand-ink underline underline-offset-2"
          >
            {t('myMigration.others.start')}
          </a>
        </p>
      )}
      <KeepPage
        linkByMail={linkByMail}
        sent={sent}
        typed={typedAddress}
        enteringAddress={enteringAddress}
        embedded={embedded}
        linkToken={linkToken}
        messages={messages}
      />
      <section className="mt-10 text-15">
        {props.branding.helpUrl !== '' && (
          <>
            <h2 className="text-20 font-strong">{t('myMigration.support.title')}</h2>
            <p className="mt-1">
              <HelpLink branding={props.branding}>{t('contactSupport')}</HelpLink>
            </p>
          </>
        )}
        <p className="mt-1 text-14 text-meta [overflow-wrap:anywhere]">
          {t('myMigration.reference', { reference: migration.reference })}
        </p>
      </section>
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
          {t.rich(`migration.${migration.isStartedHere ? 'continueWithSupport' : 'continueWithoutLink'}`, {
            help: (text) => <HelpLink branding={branding}>{text}</HelpLink>,
          })}
        </p>
      )}
    </div>
  );
}

function StartAgainForm({ linkToken, newAttempt, messages }: MigrationProps) {
  return (
    <form method="post" action="/api/start/again" noValidate className="mt-5">
      <input type="hidden" name="link" value={linkToken} />
      <input type="hidden" name="attempt" value={newAttempt} />
      <input type="hidden" name="language" value={messages.language} />
      <BrandButton>{messages.t('migration.actions.start_again')}</BrandButton>
    </form>
  );
}

function PaymentSection(props: MigrationProps) {
  const { migration, branding, messages } = props;
  const { t } = messages;
  const { payment, claims, actions } = migration.situation;
  if (payment === null) return null;
  return (
    <section className="mt-10" data-who-pays={claims.whoPays}>
      <h2 className="text-20 font-strong">{t(`migration.payment.${payment}.title`)}</h2>
      <p className="mt-1 text-ink-2">{t(`migration.payment.${payment}.text`)}</p>
      {actions.includes('request') && <RequestForm {...props} />}
      {migration.note !== '' && (
        <blockquote className="mt-4 border-s-2 border-brand-ink ps-4">
          <p className="text-14 text-meta">{t('migration.note', { partner: branding.partnerName })}</p>
          <p className="whitespace-pre-line">
            <bdi>{migration.note}</bdi>
          </p>
        </blockquote>
      )}
    </section>
  );
}

function RequestForm({ messages: { t, language }, linkToken }: MigrationProps) {
  return (
    <form method="post" action="/api/start/ask" noValidate className="mt-4 max-w-[560px]">
      <input type="hidden" name="link" value={linkToken} />
      <input type="hidden" name="language" value={language} />
      <Field
        id="message"
        name="message"
        label={t('migration.requestMessage')}
        hint={t('migration.requestMessageHint')}
        maxLength={4000}
        lines={3}
      />
      <BrandButton className="mt-4">{t('migration.actions.request')}</BrandButton>
    </form>
  );
}

function SeenAt({ at, zone, messages: { t, format } }: { at: string; zone: string; messages: Messages }) {
  const time = format.moment(new Date(at), zone);
  return (
    <p className="mt-4 text-14 text-meta">
      {t.rich('migration.asOf', { time, tag: () => <LocalTime at={at} text={time} locale={format.locale} /> })}
    </p>
  );
}
