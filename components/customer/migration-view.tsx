import type { Branding } from '@/lib/contract/branding';
import type { CustomerMigration } from '@/lib/contract/customer-migration';
import { knownStatuses, usualPath } from '@/lib/contract/status';
import { BrandButton, BrandLink } from './brand-button';
import { HelpLink } from './customer-frame';
import { CustomerWarnings } from './customer-warnings';
import type { Words } from './words/words';

/** Where it stands in plain words, what comes next, and the one thing to do about it. */
export function MigrationView({
  migration,
  branding,
  words,
  linkToken,
  newAttempt,
  problem,
}: {
  migration: CustomerMigration;
  branding: Branding;
  words: Words;
  linkToken: string;
  /** For starting again: made once for this page, so that two clicks start once. */
  newAttempt: string;
  problem: string | null;
}) {
  const says = sentence(migration, words);
  return (
    <>
      <h1 className="text-32 font-strong max-md:text-26">{words.migration.title}</h1>
      <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">
        {[migration.tool === null ? null : words.migration.from(migration.tool), migration.username]
          .filter((part) => part !== null)
          .join(', ')}
      </p>
      {problem !== null && (
        <p role="alert" className="mt-6 rounded-tile border border-unkn-line p-4">
          {problem}
        </p>
      )}
      <section className="mt-8 rounded-tile border border-line-strong p-6 max-md:p-4">
        <p className="text-20 font-strong">{says.now}</p>
        <p className="mt-2 text-ink-2">{says.next}</p>
        <NextAct
          migration={migration}
          branding={branding}
          words={words}
          linkToken={linkToken}
          newAttempt={newAttempt}
        />
        {migration.seenAt !== null && (
          <p className="mt-4 text-14 text-meta">
            {words.migration.asOf(<time dateTime={migration.seenAt}>{exact(migration.seenAt, words.language)}</time>)}
          </p>
        )}
      </section>
      <Path migration={migration} words={words} />
      <Full migration={migration} branding={branding} words={words} linkToken={linkToken} />
      <CustomerWarnings migration={migration} words={words} />
    </>
  );
}

/** What comes next at this status: review the sample, go on at the service, open the new tool, or start again. */
function NextAct({
  migration,
  branding,
  words,
  linkToken,
  newAttempt,
}: {
  migration: CustomerMigration;
  branding: Branding;
  words: Words;
  linkToken: string;
  newAttempt: string;
}) {
  const w = words.migration;
  if (migration.gone) return null;
  if (migration.canStartAgain) {
    return (
      <form method="post" action="/api/start/again" className="mt-5">
        <input type="hidden" name="link" value={linkToken} />
        <input type="hidden" name="attempt" value={newAttempt} />
        <input type="hidden" name="language" value={words.language} />
        <p className="mb-4 text-15 text-ink-2">{w.startAgain.text}</p>
        <BrandButton>{w.startAgain.button}</BrandButton>
      </form>
    );
  }
  const { instanceUrl } = migration;
  const known = migration.status?.known;
  const look =
    known === 'Migration completed'
      ? w.openInstance
      : known === 'Sample migration completed' && migration.full !== 'accepted' && migration.full !== 'rejected'
        ? w.reviewInstance
        : null;
  const goOn = migration.canContinue && known !== 'Migration completed' && known !== 'Migration cleaned';
  const quiet = look !== null && instanceUrl !== null;
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
      {look !== null && instanceUrl !== null && <BrandLink href={instanceUrl}>{look}</BrandLink>}
      {goOn &&
        (quiet ? (
          <a
            href={`/m/${linkToken}/go?lang=${words.language}`}
            className="py-2 text-brand-ink underline underline-offset-2"
          >
            {w.continueButton}
          </a>
        ) : (
          <BrandLink href={`/m/${linkToken}/go?lang=${words.language}`}>{w.continueButton}</BrandLink>
        ))}
      {!migration.canContinue && known !== 'Migration completed' && known !== 'Migration cleaned' && (
        <p className="text-15 text-ink-2">{w.continueWithoutLink(<HelpLink branding={branding} words={words} />)}</p>
      )}
    </div>
  );
}

function sentence(migration: CustomerMigration, words: Words): { now: string; next: string } {
  if (migration.gone) return words.migration.gone;
  if (migration.status === null) return words.migration.notSeenYet;
  const known = knownStatuses.find((status) => status === migration.status?.known);
  return known === undefined ? words.migration.otherStatus(migration.status.text) : words.migration.status[known];
}

/** The usual way as a slim strip, said in words to whoever cannot see it. */
function Path({ migration, words }: { migration: CustomerMigration; words: Words }) {
  const at = usualPath.findIndex((status) => status === migration.status?.known);
  if (at === -1 || migration.gone) return null;
  return (
    <div role="img" aria-label={words.migration.step(at + 1, usualPath.length)} className="mt-6 flex gap-1">
      {usualPath.map((status, index) => (
        <span key={status} className={`h-1.5 flex-1 rounded-1 ${index <= at ? 'bg-brand' : 'bg-press'}`} />
      ))}
    </div>
  );
}

function Full({
  migration,
  branding,
  words,
  linkToken,
}: {
  migration: CustomerMigration;
  branding: Branding;
  words: Words;
  linkToken: string;
}) {
  const w = words.migration;
  if (migration.full === 'none') return null;
  const note =
    migration.note === '' ? null : (
      <blockquote className="mt-4 border-s-2 border-brand-ink ps-4">
        <p className="text-14 text-meta">{w.note(branding.partnerName)}</p>
        <p className="whitespace-pre-line">{migration.note}</p>
      </blockquote>
    );
  if (migration.full === 'can_ask') {
    return (
      <section className="mt-10">
        <h2 className="text-20 font-strong">{w.ask.title}</h2>
        <p className="mt-1 text-ink-2">{w.ask.text}</p>
        <form method="post" action="/api/start/ask" className="mt-4 max-w-[560px]">
          <input type="hidden" name="link" value={linkToken} />
          <input type="hidden" name="language" value={words.language} />
          <label className="block">
            <span className="font-strong">{w.ask.message}</span>
            <textarea
              name="message"
              rows={3}
              maxLength={4000}
              aria-describedby="message-hint"
              className="mt-1 block w-full rounded-tile border border-control bg-canvas px-4 py-3"
            />
          </label>
          <p id="message-hint" className="mt-1 text-14 text-meta">
            {w.ask.messageHint}
          </p>
          <BrandButton className="mt-4">{w.ask.button}</BrandButton>
        </form>
      </section>
    );
  }
  const begun = migration.status !== null && begunStatuses.has(migration.status.known ?? '');
  const said = {
    asked: w.asked,
    accepted: begun ? { ...w.accepted, text: w.acceptedAndBegun } : w.accepted,
    rejected: begun ? { ...w.rejected, text: w.rejectedAndBegun } : w.rejected,
    customer_pays: { title: w.ask.title, text: w.ask.textCustomerPays },
  }[migration.full];
  return (
    <section className="mt-10" aria-live="polite">
      <h2 className="text-20 font-strong">{said.title}</h2>
      <p className="mt-1 text-ink-2">{said.text}</p>
      {note}
    </section>
  );
}

/** From here on, "you can start it now" would be wrong. */
const begunStatuses = new Set<string>([
  'Migration in progress',
  'Migration completed',
  'Undo in progress',
  'Migration cleaned',
]);

/** Without script the reader's zone is unknown, so the zone is named. */
function exact(iso: string, language: string): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
    .format(new Date(iso))
    .concat(' UTC');
}
