import { LandfallError } from '../core/errors';
import { groupBy } from '../core/group-by';
import { openErasureKey } from '../imports/erasures/data-key';
import { importFingerprint } from '../imports/erasures/find-erased';
import type { Db } from '../store/database/database';
import {
  auditWindow,
  listAuditMatches,
  listAuditOfSubject,
  type AuditEntryRow,
} from '../store/data-protection/audit-entries';
import {
  customerTable,
  deleteCustomerRows,
  listCustomerImports,
  noLimit,
  type CustomerSubject,
  type CustomerTableName,
} from '../store/data-protection/customer-rows';
import { clearContactAddresses } from '../store/data-protection/contacts';
import { clearDecisions, deleteImports } from '../store/data-protection/delete-imports';
import { insertErasures } from '../store/data-protection/erasures';
import { mentionColumns, redactMentions } from '../store/data-protection/mentions';
import { listOpenDecisions } from '../store/data-protection/open-work';
import { removeFormerName } from '../store/data-protection/remove-former-name';
import { readAuditHead } from '../store/events/audit';
import { deleteDeliveries, deliveryBatch, listDeliveryBodies } from '../store/events/deliveries';
import type { ImportKey } from '../store/imports/observations';
import { pollNow } from '../store/service-calls/poll-schedule';
import { listMessageContents, messageBatch, replaceMessageContent } from '../store/outbox/message-contents';
import { removeStoredResponses } from '../store/staff/idempotent-requests';
import type { DataProtectionDeps } from './data-protection-deps';
import { eraseAuditEntries, fieldsOfSubject, fieldsWithName } from './erase-audit';
import { findSpellings } from './find-customer';
import { forgetFormerName } from './forget-former-name';
import { createNameMatcher, replacement } from './name-matcher';
import { redactContent } from './message-contents';
import type { PendingErasure } from './pending-erasure';

/** One transaction. `cursor` is where the step continues; null when it has nothing left to do. */
type Step = (
  deps: DataProtectionDeps,
  tx: Db,
  pending: PendingErasure,
) => Promise<{ rows: Record<string, number>; cursor: string | null }>;

const importsPerBatch = 20;
const rowsPerBatch = 200;
const columnsPerBatch = 5;

/** Each can be repeated after a crash: it finds what is left. */
export const erasureSteps: readonly Step[] = [
  eraseImports,
  eraseNamedRows,
  eraseNamingDeliveries,
  redactOtherRows,
  eraseAuditMentions,
  redactMessages,
];

async function eraseImports(...[deps, tx, pending]: Parameters<Step>): ReturnType<Step> {
  const found = await listCustomerImports(tx, await findSpellings(tx, pending.username), importsPerBatch);
  if (found.length === 0) return { rows: {}, cursor: null };
  const own = found.filter(({ other }) => !other);
  const [former] = found;
  // One at a time, because imports are locked in the order of their ids.
  if (own.length === 0 && former) return { rows: await eraseFormerName(deps, tx, pending, former), cursor: 'more' };
  const key = await openErasureKey(deps, tx);
  const fingerprints = own.map((one) => importFingerprint(key, one));
  await insertErasures(tx, fingerprints, { kind: 'import', at: deps.clock.now() });
  const subject: CustomerSubject = { username: '', imports: own };
  const entries: AuditEntryRow[] = [];
  const rows: Record<string, number> = {};
  for (const [environment, ofEnvironment] of groupBy(own, (one) => one.environment)) {
    const ids = ofEnvironment.map(({ id }) => id);
    const { counts } = await deleteImports(tx, environment, ids, async (locked) => {
      await refuseOpenDecisions(locked, subject);
      // Under the locks, so that a note that is being added is stored before.
      entries.push(...(await listAuditOfSubject(locked, { username: '', imports: ofEnvironment })));
      return [];
    });
    addRows(rows, counts);
  }
  addRows(rows, { deliveries: await deleteCustomerRows(tx, 'deliveries', subject, noLimit) });
  addRows(rows, { audit: await eraseEntries(deps, tx, pending, entries, fieldsOfSubject) });
  return { rows, cursor: 'more' };
}

async function eraseFormerName(
  deps: DataProtectionDeps,
  tx: Db,
  pending: PendingErasure,
  key: ImportKey,
): Promise<Record<string, number>> {
  const rows = await forgetFormerName(deps, tx, key, createNameMatcher(pending));
  if (key.environment === 'live') await pollNow(tx, key.id);
  return rows;
}

/** Someone decided after the erasure began. It continues once that decision is settled. */
async function refuseOpenDecisions(tx: Db, subject: CustomerSubject): Promise<void> {
  if ((await listOpenDecisions(tx, subject)).length > 0) {
    throw new LandfallError(
      'conflict',
      'A payment decision was made in the meantime. The erasure continues automatically once it is settled.',
    );
  }
}

const namedTables = [
  'creation_attempts',
  'start_links',
  'full_requests',
  'tool_requests',
  'bulk_lookups',
  'poll_units',
  'outbox_attempts',
  'outbox_messages',
] as const satisfies readonly CustomerTableName[];

/** Rows that name the customer without one of their imports, such as an unmatched request. */
async function eraseNamedRows(...[deps, tx, pending]: Parameters<Step>): ReturnType<Step> {
  const { username, addresses } = pending;
  const spellings = await findSpellings(tx, username);
  const subject: CustomerSubject = { username, spellings, addresses, imports: [] };
  const rows: Record<string, number> = await removeFormerName(tx, spellings, replacement);
  const entries = await listAuditOfSubject(tx, subject);
  // Any of them may name the customer. They are kept for a day only, so none is read to find out.
  await removeStoredResponses(tx);
  for (const name of namedTables) addRows(rows, { [name]: await deleteCustomerRows(tx, name, subject, rowsPerBatch) });
  addRows(rows, await clearDecisions(tx, customerTable('decisions').belongsTo(subject), rowsPerBatch));
  addRows(rows, await clearContactAddresses(tx, [...spellings, ...addresses]));
  const done = Object.values(rows).every((count) => count === 0);
  addRows(rows, { audit: await eraseEntries(deps, tx, pending, entries, fieldsOfSubject) });
  return { rows, cursor: done ? null : 'more' };
}

/** Messages whose encrypted body names the customer, for example about an import that was never stored. */
async function eraseNamingDeliveries(...[deps, tx, pending]: Parameters<Step>): ReturnType<Step> {
  const { isIn } = createNameMatcher(pending);
  const page = await listDeliveryBodies(tx, pending.cursor, deliveryBatch);
  const naming = page.filter(({ encrypted }) => {
    const body = deps.openDelivery(encrypted);
    return body !== undefined && isIn(Buffer.from(body).toString('utf8'));
  });
  const rows = {
    deliveries: await deleteDeliveries(
      tx,
      naming.map(({ id }) => id),
    ),
  };
  return { rows, cursor: page.at(-1)?.id ?? null };
}

async function redactOtherRows(...[, tx, pending]: Parameters<Step>): ReturnType<Step> {
  const from = Number(pending.cursor === '' ? '0' : pending.cursor);
  const { candidates: pattern, redact } = createNameMatcher(pending);
  const rows = { mentions: 0 };
  for (const column of mentionColumns.slice(from, from + columnsPerBatch)) {
    rows.mentions += await redactMentions(tx, column, { pattern, redact });
  }
  const next = from + columnsPerBatch;
  return { rows, cursor: next < mentionColumns.length ? String(next) : null };
}

/** Once more before the receipt, in one transaction. Returns the rows that the steps did not see. */
export async function eraseMissed(...[deps, tx, pending]: Parameters<Step>): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (let cursor: string | null = ''; cursor !== null;) {
    const redacted = await redactOtherRows(deps, tx, { ...pending, cursor });
    addRows(rows, redacted.rows);
    cursor = redacted.cursor;
  }
  addRows(rows, (await eraseNamedRows(deps, tx, pending)).rows);
  const head = await readAuditHead(tx);
  const newest = { ...pending, cursor: String(Math.max(1, (head?.seq ?? 0) - auditWindow + 1)) };
  addRows(rows, (await eraseAuditMentions(deps, tx, newest)).rows);
  return rows;
}

async function eraseAuditMentions(...[deps, tx, pending]: Parameters<Step>): ReturnType<Step> {
  const from = Number(pending.cursor === '' ? '1' : pending.cursor);
  const head = await readAuditHead(tx);
  if (!head || from > head.seq) return { rows: {}, cursor: null };
  const range = { from, before: from + auditWindow };
  const entries = await listAuditMatches(tx, createNameMatcher(pending).candidates, range);
  const erased = await eraseEntries(deps, tx, pending, entries, fieldsWithName);
  return { rows: { audit: erased }, cursor: String(range.before) };
}

/** What messages to others say about the customer, such as digests for staff. After the items that they are made of. */
async function redactMessages(...[deps, tx, pending]: Parameters<Step>): ReturnType<Step> {
  const matcher = createNameMatcher(pending);
  const page = await listMessageContents(tx, pending.cursor, messageBatch);
  let redacted = 0;
  for (const { id, encrypted } of page) {
    const content = redactContent(deps, encrypted, matcher);
    if (!content) continue;
    await replaceMessageContent(tx, id, content);
    redacted += 1;
  }
  return { rows: { mentions: redacted }, cursor: page.at(-1)?.id ?? null };
}

function eraseEntries(
  deps: DataProtectionDeps,
  tx: Db,
  pending: PendingErasure,
  entries: readonly AuditEntryRow[],
  fieldsOf: typeof fieldsOfSubject,
): Promise<number> {
  const { caller, id } = pending;
  const matcher = createNameMatcher(pending);
  const values = new Map(entries.map((entry) => [entry.seq, fieldsOf(entry, matcher)]));
  return eraseAuditEntries(deps, tx, { caller, reason: `erasure ${id}`, values });
}

export function addRows(rows: Record<string, number>, more: Record<string, number | undefined>): void {
  for (const [name, count] of Object.entries(more)) rows[name] = (rows[name] ?? 0) + (count ?? 0);
}
