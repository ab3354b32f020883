import { and, desc, eq, isNotNull, max, sql } from 'drizzle-orm';
import { normaliseMailAddress } from '../../contract/mail-address';
import type { Db } from '../database/database';
import { isOneOf } from '../database/is-one-of';
import { listRelatedImports } from '../imports/related-imports';
import { creationAttempts } from '../schema/imports';
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
  staffId: string | null;
}

/** What was entered when the imports were started. */
export async function listStartedContacts(db: Db, importIds: readonly string[]): Promise<StartedContact[]> {
  if (importIds.length === 0) return [];
  return db
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
}

/** Of normalised addresses: those that refused a message for good, unless staff have entered them again since. */
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

/** A message to a customer was refused for good. One with the links of several migrations has no import of its own. */
export async function recordReturned(
  tx: Db,
  message: Pick<OutboxMessageRow, 'audience' | 'environment' | 'importId' | 'recipient'>,
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  const { audience, environment, importId, recipient } = message;
  if (audience !== 'customer' || environment !== live) return;
  const proof = { email: normaliseMailAddress(recipient), username: null, visitor: null };
  const ids = importId === null ? await listRelatedImports(tx, { proof, importId, since: at }) : [importId];
  for (const id of ids) await recordBounce(tx, { importId: id, recipient, reason, at });
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
      // The address may have changed since the message was written.
      setWhere: sql`${customerContacts.email} is null or ${customerContacts.email} = ${email}`,
    });
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
