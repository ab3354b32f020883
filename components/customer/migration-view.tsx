import type { Branding } from '@/lib/contract/branding';
import type { CustomerMigration } from '@/lib/contract/customer-migration';
import { knownStatuses, usualPath } from '@/lib/contract/status';
import { BrandButton, BrandLink } from './brand-button';
import { HelpLink } from './customer-layout';
import { CustomerWarnings } from './customer-warnings';
import type { Messages } from './messages/en';

interface MigrationProps {
  migration: CustomerMigration;
  branding: Branding;
  messages: Messages;
  linkToken: string;
  /** Created once per page, so a double click starts one import. */
  newAttempt: string;
}

export function MigrationView({ problem, ...props }: MigrationProps & { problem: string | null }) {
  const { migration, messages } = props;
  const statusText = statusMessage(migration, messages);
  return (
    <>
      <h1 className="text-32 font-strong max-md:text-26">{messages.migration.title}</h1>
      <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">
        {[migration.tool === null ? null : messages.migration.from(migration.tool), migration.username]
          .filter((part) => part !== null)
          .join(', ')}
      </p>
      {problem !== null && (
        <p role="alert" className="mt-6 rounded-tile border border-unkn-line p-4">
          {problem}
        </p>
      )}
      <section className="mt-8 rounded-tile border border-line-strong p-6 max-md:p-4">
        <p className="text-20 font-strong">{statusText.now}</p>
        <p className="mt-2 text-ink-2">{statusText.next}</p>
        <NextAction {...props} />
        {migration.seenAt !== null && (
          <p className="mt-4 text-14 text-meta">
            {messages.migration.asOf(
              <time dateTime={migration.seenAt}>{formatUtc(migration.seenAt, messages.language)}</time>,
            )}
          </p>
        )}
      </section>
      <ProgressSteps migration={migration} messages={messages} />
      <FullMigrationSection {...props} />
      <CustomerWarnings migration={migration} messages={messages} />
    </>
  );
}

function NextAction({ migration, branding, messages, linkToken, newAttempt }: MigrationProps) {
  const text = messages.migration;
  if (migration.gone) return null;
  if (migration.canStartAgain) {
    return (
      <form method="post" action="/api/start/again" className="mt-5">
        <input type="hidden" name="link" value={linkToken} />
        <input type="hidden" name="attempt" value={newAttempt} />
        <input type="hidden" name="language" value={messages.language} />
        <p className="mb-4 text-15 text-ink-2">{text.startAgain.text}</p>
        <BrandButton>{text.startAgain.button}</BrandButton>
      </form>
    );
  }
  const { instanceUrl } = migration;
  const known = migration.status?.known;
  const instanceLabel =
    known === 'Migration completed'
      ? text.openInstance
      : known === 'Sample migration completed' && migration.full !== 'accepted' && migration.full !== 'rejected'
        ? text.reviewInstance
        : null;
  const finished = known === 'Migration completed' || known === 'Migration cleaned';
  const instanceLink = instanceLabel !== null && instanceUrl !== null && (
    <BrandLink href={instanceUrl}>{instanceLabel}</BrandLink>
  );
  const continueHref = `/m/${linkToken}/go?lang=${messages.language}`;
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
      {instanceLink}
      {migration.canContinue &&
        !finished &&
        (instanceLink ? (
          <a href={continueHref} className="py-2 text-brand-ink underline underline-offset-2">
            {text.continueButton}
          </a>
        ) : (
          <BrandLink href={continueHref}>{text.continueButton}</BrandLink>
        ))}
      {!migration.canContinue && !finished && (
        <p className="text-15 text-ink-2">
          {text.continueWithoutLink(<HelpLink branding={branding} messages={messages} />)}
        </p>
      )}
    </div>
  );
}

function statusMessage(migration: CustomerMigration, messages: Messages): { now: string; next: string } {
  if (migration.gone) return messages.migration.gone;
  if (migration.status === null) return messages.migration.noStatusYet;
  const known = knownStatuses.find((status) => status === migration.status?.known);
  return known === undefined ? messages.migration.otherStatus(migration.status.text) : messages.migration.status[known];
}

/** The usual path as a progress strip, with a text alternative. */
function ProgressSteps({ migration, messages }: { migration: CustomerMigration; messages: Messages }) {
  const at = usualPath.findIndex((status) => status === migration.status?.known);
  if (at === -1 || migration.gone) return null;
  return (
    <div role="img" aria-label={messages.migration.step(at + 1, usualPath.length)} className="mt-6 flex gap-1">
      {usualPath.map((status, index) => (
        <span key={status} className={`h-1.5 flex-1 rounded-1 ${index <= at ? 'bg-brand' : 'bg-press'}`} />
      ))}
    </div>
  );
}

function FullMigrationSection({ migration, branding, messages, linkToken }: MigrationProps) {
  const text = messages.migration;
  if (migration.full === 'none') return null;
  const note =
    migration.note === '' ? null : (
      <blockquote className="mt-4 border-s-2 border-brand-ink ps-4">
        <p className="text-14 text-meta">{text.note(branding.partnerName)}</p>
        <p className="whitespace-pre-line">{migration.note}</p>
      </blockquote>
    );
  if (migration.full === 'can_ask') {
    return (
      <section className="mt-10">
        <h2 className="text-20 font-strong">{text.request.title}</h2>
        <p className="mt-1 text-ink-2">{text.request.text}</p>
        <form method="post" action="/api/start/ask" className="mt-4 max-w-[560px]">
          <input type="hidden" name="link" value={linkToken} />
          <input type="hidden" name="language" value={messages.language} />
          <label className="block">
            <span className="font-strong">{text.request.message}</span>
            <textarea
              name="message"
              rows={3}
              maxLength={4000}
              aria-describedby="message-hint"
              className="mt-1 block w-full rounded-tile border border-control bg-canvas px-4 py-3"
            />
          </label>
          <p id="message-hint" className="mt-1 text-14 text-meta">
            {text.request.messageHint}
          </p>
          <BrandButton className="mt-4">{text.request.button}</BrandButton>
        </form>
      </section>
    );
  }
  const started = migration.status !== null && startedStatuses.has(migration.status.known ?? '');
  const message = {
    asked: text.requested,
    accepted: started ? { ...text.accepted, text: text.acceptedAndStarted } : text.accepted,
    rejected: started ? { ...text.rejected, text: text.rejectedAndStarted } : text.rejected,
    customer_pays: { title: text.request.title, text: text.request.textCustomerPays },
  }[migration.full];
  return (
    <section className="mt-10" aria-live="polite">
      <h2 className="text-20 font-strong">{message.title}</h2>
      <p className="mt-1 text-ink-2">{message.text}</p>
      {note}
    </section>
  );
}

/** In these statuses "you can start it now" is wrong. */
const startedStatuses = new Set<string>([
  'Migration in progress',
  'Migration completed',
  'Undo in progress',
  'Migration cleaned',
]);

/** The reader's time zone is unknown without JavaScript, so the zone is named. */
function formatUtc(iso: string, language: string): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
    .format(new Date(iso))
    .concat(' UTC');
}
