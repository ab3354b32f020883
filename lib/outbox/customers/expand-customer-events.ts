import type { Db } from '../../store/database/database';
import { lockCustomerMessages, skipMessages, withdrawnKey } from '../../store/outbox/customer-imports';
import type { OutboxEventRow } from '../../store/outbox/events';
import { insertMessages, type NewMessage } from '../../store/outbox/messages';
import { findContacts } from '../contacts/find-contacts';
import { obstacleReasons } from '../obstacle-reasons';
import type { OutboxDeps } from '../outbox-deps';
import { readMailSettings } from './mail-settings';
import { listOutdated, listReplaced, listUnreported, planMessages } from './plan-messages';
import { readChanges } from './read-changes';
import { readSubjects, type Subject } from './read-subjects';
import { renderMessages } from './render-messages';

/** Writes the e-mails that customers get about changes of their imports, of which none was erased. */
export async function expandCustomerEvents(deps: OutboxDeps, tx: Db, events: readonly OutboxEventRow[]): Promise<void> {
  if (deps.mail.mode === 'off') return;
  const changes = readChanges(events);
  if (changes.size === 0) return;
  const changed = [...changes.keys()];
  await lockCustomerMessages(tx, changed);
  // After the lock, so that it includes what another instance has just written.
  const subjects = await readSubjects(deps, tx, changed);
  await skipMessages(tx, idsOf(subjects.flatMap(listOutdated)), { reason: obstacleReasons.untrue, releaseKey: true });
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
  // Before the links, so that a link revoked since is found by this time.
  const createdAt = deps.clock.now();
  const rendered = await renderMessages(
    deps,
    tx,
    plans.flatMap(({ subject, send }) => (send ? [{ ...send, subject }] : [])),
    { templates },
  );
  const toSend = new Map([...rendered].map(([{ key }, message]) => [key, message]));
  await skipMessages(tx, idsOf(plans.flatMap(listReplaced)), { reason: obstacleReasons.newer, releaseKey: false });
  await insertMessages(
    tx,
    plans.flatMap(({ subject, send, skip }) => {
      const importId = subject.record.id;
      const common = { audience: 'customer', channel: 'email', environment: 'live', importId, createdAt } as const;
      const rows = skip.map((skipped): NewMessage => {
        const id = deps.newId();
        const key = subject.now.situation.progress === 'gone' ? withdrawnKey(id) : skipped.key;
        return { ...common, ...skipped, id, key, state: 'skipped' };
      });
      const message = send && toSend.get(send.key);
      if (!message) return rows;
      const { event, key, email: recipient, language } = send;
      const about = { event, key, recipient, language };
      return [...rows, { ...common, ...about, ...message, id: deps.newId(), state: 'pending' }];
    }),
  );
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
