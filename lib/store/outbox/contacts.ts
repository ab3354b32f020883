import { and, desc, eq, isNotNull, max, sql } from 'drizzle-orm';
import { normaliseMailAddress } from '../../contract/mail-address';
import type { Db } from '../database/database';
import { isOneOf } from '../database/is-one-of';
import { listRelatedImports } from '../imports/related-imports';
import { creationAttempts } from '../schema/creation-attempts';
import { imports } from '../schema/imports';
import { customerContacts, outboxEvents } from '../schema/outbox';
import type { OutboxMessageRow } from './messages';

/** Only live imports have customers. */
const live = 'live';

export type ContactRow = typeof customerContacts.$inferSelect;

export async function listContacts(db: Db, importIds: readonly string[]): Promise<ContactRow[]> {
  if (importIds.length === 0) return [];
  return db
    .select()
    .from(customerContacts)
    .where(and(eq(customerContacts.environment, live), isOneOf(customerContacts.importId, importIds)));
}

export interface StartedContact {
  importId: string | null;
  username: string | null;
  contactEmail: string | null;
  language: string | null;
  by: string;
  source: 'customer' | 'staff';
}

/** What was entered when the imports were started. */
export async function listStartedContacts(db: Db, importIds: readonly string[]): Promise<StartedContact[]> {
  if (importIds.length === 0) return [];
  const rows = await db
    .selectDistinctOn([creationAttempts.importId], {
      importId: creationAttempts.importId,
      username: creationAttempts.username,
      contactEmail: creationAttempts.contactEmail,
      language: creationAttempts.language,
      by: creationAttempts.by,
      staffId: creationAttempts.staffId,
    })
    .from(creationAttempts)
    .where(and(eq(creationAttempts.environment, live), isOneOf(creationAttempts.importId, importIds)))
    .orderBy(creationAttempts.importId, desc(creationAttempts.createdAt));
  // An API key is not the customer either.
  return rows.map(({ staffId, ...row }) => ({
    ...row,
    source: staffId === null && row.by === 'customer' ? 'customer' : 'staff',
  }));
}

/** Normalised addresses that refused a message for good, unless staff have entered them again since. */
export async function listBouncedAddresses(db: Db, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const enteredAt = sql`max(${customerContacts.at}) filter (where ${customerContacts.source} = 'staff')`;
  const rows = await db
    .select({ email: customerContacts.email })
    .from(customerContacts)
    .where(and(eq(customerContacts.environment, live), isOneOf(customerContacts.email, emails)))
    .groupBy(customerContacts.email)
    .having(
      and(
        isNotNull(max(customerContacts.bouncedAt)),
        sql`(${enteredAt} is null or ${enteredAt} <= ${max(customerContacts.bouncedAt)})`,
      ),
    );
  return new Set(rows.flatMap(({ email }) => email ?? []));
}

/**
 * A message to a customer was refused for good. Stored for the other imports with the address, too, so that it still counts
 * when this one gets another address or is deleted.
 */
export async function recordReturned(
  tx: Db,
  message: Pick<OutboxMessageRow, 'audience' | 'environment' | 'importId' | 'recipient'>,
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  const { audience, environment, importId, recipient } = message;
  if (audience !== 'customer' || environment !== live) return;
  await lockBounces(tx);
  const proof = { email: normaliseMailAddress(recipient), username: null, visitor: null };
  const others = await listWithoutOtherContact(tx, await listRelatedImports(tx, { proof, importId, since: at }));
  for (const id of [...others, ...(importId === null ? [] : [importId])])
    await recordBounce(tx, { importId: id, recipient, reason, at });
}

/**
 * The address that was entered at the start of an import has no row yet, and a row would replace it. Without imports that
 * are being deleted.
 */
async function listWithoutOtherContact(tx: Db, related: readonly string[]): Promise<string[]> {
  const kept = await tx
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.environment, live), isOneOf(imports.id, related)))
    .for('key share', { skipLocked: true });
  const importIds = kept.map(({ id }) => id);
  const known = new Set((await listContacts(tx, importIds)).map((row) => row.importId));
  const started = (await listStartedContacts(tx, importIds)).filter(({ contactEmail }) => contactEmail !== null);
  const entered = new Set(started.map(({ importId }) => importId));
  return importIds.filter((id) => known.has(id) || !entered.has(id));
}

/**
 * The address refused a message for good. The row then names the address, even if it is the username, so that it is found
 * for other imports.
 * @internal
 */
export async function recordBounce(
  tx: Db,
  bounce: { importId: string; recipient: string; reason: string; at: Date },
): Promise<void> {
  const email = normaliseMailAddress(bounce.recipient);
  const bounced = { bouncedAt: bounce.at, bounceReason: bounce.reason.slice(0, 1000) };
  await tx
    .insert(customerContacts)
    .values({
      environment: live,
      importId: bounce.importId,
      email,
      source: 'username',
      by: 'system',
      at: bounce.at,
      ...bounced,
    })
    .onConflictDoUpdate({
      target: [customerContacts.environment, customerContacts.importId],
      set: { ...bounced, email },
      // The address may have changed since the message was written. A row of the username may name an earlier one.
      setWhere: sql`${customerContacts.email} is null or ${customerContacts.email} = ${email}
        or (${customerContacts.source} = 'username' and exists (select 1 from ${imports}
          where ${imports.environment} = ${customerContacts.environment} and ${imports.id} = ${customerContacts.importId}
          and lower(btrim(${imports.username})) = ${email}))`,
    });
}

/** Before changing contacts of several imports, so that two transactions cannot deadlock. */
export async function lockBounces(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('bounces', 0))`);
}

/** Staff have entered the normalised address again. It still counts when the import of that entry gets another one. */
export async function forgetBounces(tx: Db, email: string): Promise<void> {
  await tx
    .update(customerContacts)
    .set({ bouncedAt: null, bounceReason: '' })
    .where(and(eq(customerContacts.environment, live), eq(customerContacts.email, email)));
}

export async function saveContact(tx: Db, row: typeof customerContacts.$inferInsert): Promise<ContactRow> {
  const { environment: _environment, importId: _importId, ...set } = row;
  const [saved] = await tx
    .insert(customerContacts)
    .values(row)
    .onConflictDoUpdate({ target: [customerContacts.environment, customerContacts.importId], set })
    .returning();
  if (!saved) throw new Error('the contact was not saved');
  return saved;
}

/** For imports without a row. Returns the ids of those that were added. */
export async function addContacts(tx: Db, rows: readonly (typeof customerContacts.$inferInsert)[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const added = await tx
    .insert(customerContacts)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ importId: customerContacts.importId });
  return added.map(({ importId }) => importId);
}

/**
 * The customer can be written to at this address now. `confirmed`: what they missed is written, however long ago the import
 * was started.
 */
export async function recordNewAddress(tx: Db, importId: string, confirmed: boolean): Promise<void> {
  await tx
    .insert(outboxEvents)
    .values({ kind: 'import', environment: live, importId, data: { from: null, confirmed } });
}
