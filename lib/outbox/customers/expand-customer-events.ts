import { readBranding } from '../../start/branding';
import { issueMigrationToken } from '../../start/customer-links';
import type { Db } from '../../store/database/database';
import { lockCustomerMessages, replaceMessages, withdrawMessages } from '../../store/outbox/customer-imports';
import type { OutboxEventRow } from '../../store/outbox/events';
import { insertMessages, type NewMessage } from '../../store/outbox/messages';
import { issueUnsubscribeLinks } from '../contacts/contact-links';
import { findContacts } from '../contacts/find-contacts';
import { encryptContent } from '../message-content';
import type { OutboxDeps } from '../outbox-deps';
import type { MailFacts } from './mail-facts';
import { readMailSettings } from './mail-settings';
import { listOutdated, listReplaced, listUnreported, planMessages, type Plan } from './plan-messages';
import { readChanges } from './read-changes';
import { type ExplainedWarnings, readExplainedWarnings } from './read-explained-warnings';
import { readSubjects, type Subject } from './read-subjects';
import { renderMail } from './render-mail';

/** Writes the e-mails that customers get about changes of their imports, of which none was erased. */
export async function expandCustomerEvents(deps: OutboxDeps, tx: Db, events: readonly OutboxEventRow[]): Promise<void> {
  if (deps.mail.mode === 'off') return;
  const changes = readChanges(events);
  if (changes.size === 0) return;
  const changed = [...changes.keys()];
  await lockCustomerMessages(tx, changed);
  // After the lock, so that it includes what another instance has just written.
  const subjects = await readSubjects(deps, tx, changed);
  await withdrawMessages(tx, idsOf(subjects.flatMap(listOutdated)), 'Outdated before it was sent.');
  const now = deps.clock.now();
  const reports = subjects.flatMap((subject) => {
    const change = changes.get(subject.record.id);
    const unreported = change ? listUnreported(subject, change, now) : [];
    return unreported.length > 0 ? [{ subject, events: unreported }] : [];
  });
  if (reports.length > 0) await writeMessages(deps, tx, reports);
}

async function writeMessages(
  deps: OutboxDeps,
  tx: Db,
  reports: readonly { subject: Subject; events: ReturnType<typeof listUnreported> }[],
): Promise<void> {
  const contacts = await findContacts(
    tx,
    reports.map(({ subject: { record } }) => ({ importId: record.id, username: record.username })),
  );
  const { enabled, templates } = await readMailSettings(tx);
  const plans = reports.map(({ subject, events }) =>
    planMessages(subject, { events, contact: contacts.get(subject.record.id) ?? { problem: 'none' }, enabled }),
  );
  const { branding } = await readBranding(tx);
  const warnings = await readExplainedWarnings(tx, plans.flatMap(idToExplain));
  await replaceMessages(tx, idsOf(plans.flatMap(listReplaced)), 'Replaced by a newer message.');
  const createdAt = deps.clock.now();
  await insertMessages(
    tx,
    plans.flatMap(({ subject, send, skip }) => {
      const importId = subject.record.id;
      const common = { audience: 'customer', channel: 'email', environment: 'live', importId, createdAt } as const;
      const rows = skip.map((skipped): NewMessage => ({ ...common, ...skipped, id: deps.newId(), state: 'skipped' }));
      if (!send) return rows;
      const { event, key, email, language } = send;
      const facts = toFacts(deps, subject, { ...send, warnings: warnings.get(importId) ?? [] });
      const content = renderMail({ facts, branding, template: templates[language][event] });
      const { subject: subjectLine } = content;
      const message = { event, key, recipient: email, language, subject: subjectLine };
      const contentEncrypted = encryptContent(deps, content);
      return [...rows, { ...common, ...message, id: deps.newId(), state: 'pending', contentEncrypted }];
    }),
  );
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** Only these messages list warnings, and reading them takes longest. */
function idToExplain({ subject: { record }, send }: Plan): string[] {
  const lists = send?.event === 'completed' || send?.event === 'sample_ready';
  return lists && record.warnings > 0 ? [record.id] : [];
}

function toFacts(
  deps: OutboxDeps,
  { record, now, note, creation }: Subject,
  { event, email, language, warnings }: NonNullable<Plan['send']> & { warnings: ExplainedWarnings },
): MailFacts {
  // Revoking the start link ends this link as well. One that was revoked before would end it at once.
  const startLinkId = creation?.linkRevokedAt === null ? creation.startLinkId : null;
  const token = issueMigrationToken(deps, record.id, startLinkId === null ? {} : { startLinkId });
  return {
    event,
    language,
    username: record.username,
    tool: record.tool,
    situation: now.situation,
    note,
    records: record.records,
    usersMatched: record.usersMatched,
    usersTotal: record.usersTotal,
    warningCount: record.warnings,
    warnings,
    links: {
      migration: `${deps.publicOrigin}/m/${token}`,
      ...issueUnsubscribeLinks(deps, { importId: record.id, email }),
    },
  };
}
