import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { customerEvents } from '../../contract/outbox';
import { sharedErasureLock } from '../data-protection/erasures';
import type { Db } from '../database/database';
import { isOneOf } from '../database/is-one-of';
import { creationAttempts } from '../schema/creation-attempts';
import { imports } from '../schema/imports';
import { outboxMessages } from '../schema/outbox';
import { startLinks } from '../schema/start-links';
import { sponsorshipOfImport } from '../sponsorship/sponsorship-queue';
import { recordMessageChange } from './record-message-change';

// Only live imports have customers.

/**
 * Until the transaction ends, no other instance writes messages about these imports, so that a message about an older
 * state never follows one about a newer state. Changes of the imports do not wait.
 */
export async function lockCustomerMessages(tx: Db, importIds: readonly string[]): Promise<void> {
  const names = [...new Set(importIds)].sort().map((id) => `messages ${id}`);
  await tx.execute(sql`${sharedErasureLock} union all select pg_advisory_xact_lock(hashtextextended(name, 0))
    from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as names(name)`);
}

/** What customers read about these imports, with requests and decisions, newest first. */
export async function listImportsForMessages(tx: Db, ids: readonly string[]) {
  const { id, username, tool, statusText, statusKey, gone, decision, warnings, records, usersMatched, usersTotal } =
    getTableColumns(imports);
  return tx
    .select({
      ...{ id, username, tool, statusText, statusKey, gone, decision, warnings, records, usersMatched, usersTotal },
      ...sponsorshipOfImport(tx),
    })
    .from(imports)
    .where(and(eq(imports.environment, 'live'), isOneOf(imports.id, ids)));
}
export type ImportForMessages = Awaited<ReturnType<typeof listImportsForMessages>>[number];

/** How these imports were created from here, the newest attempt first. */
export async function listCreations(tx: Db, ids: readonly string[]) {
  return tx
    .select({
      importId: creationAttempts.importId,
      state: creationAttempts.state,
      language: creationAttempts.language,
      answeredAt:
        sql<Date>`coalesce(${creationAttempts.answeredAt}, ${creationAttempts.sentAt}, ${creationAttempts.createdAt})`.mapWith(
          creationAttempts.createdAt,
        ),
      startLinkId: startLinks.id,
      linkLanguage: startLinks.language,
      linkExpiresAt: startLinks.expiresAt,
      linkRevokedAt: startLinks.revokedAt,
    })
    .from(creationAttempts)
    .leftJoin(startLinks, eq(startLinks.id, creationAttempts.linkId))
    .where(and(eq(creationAttempts.environment, 'live'), isOneOf(creationAttempts.importId, ids)))
    .orderBy(desc(creationAttempts.createdAt));
}
export type Creation = Awaited<ReturnType<typeof listCreations>>[number];

/** How many attempts may have reached the customer, including the current one. */
const maybeDelivered = sql`${outboxMessages.attempts} - ${outboxMessages.undelivered}`;

/** Without confirmations and tests, which report no change. */
export async function listCustomerMessages(tx: Db, ids: readonly string[]) {
  return tx
    .select({
      id: outboxMessages.id,
      importId: outboxMessages.importId,
      key: outboxMessages.key,
      event: outboxMessages.event,
      state: outboxMessages.state,
      reason: outboxMessages.reason,
      recipient: outboxMessages.recipient,
      mayHaveArrived: sql<boolean>`${maybeDelivered} > 0`,
      createdAt: outboxMessages.createdAt,
    })
    .from(outboxMessages)
    .where(
      and(
        eq(outboxMessages.environment, 'live'),
        isOneOf(outboxMessages.importId, ids),
        eq(outboxMessages.audience, 'customer'),
        inArray(outboxMessages.event, [...customerEvents]),
      ),
    );
}
export type CustomerMessage = Awaited<ReturnType<typeof listCustomerMessages>>[number];

const withdrawn = 'withdrawn:';
const withdrawnId = sql.raw(`'${withdrawn}' || id::text`);
/** In place of the key of the event, which can then be reported again. */
export const withdrawnKey = (id: string) => `${withdrawn}${id}`;
export const isWithdrawn = ({ key }: { key: string }) => key.startsWith(withdrawn);

/**
 * Messages that are being sent are left. With `releaseKey` the event is reported again if it becomes true again, unless an
 * attempt may have reached the customer.
 */
export async function skipMessages(
  tx: Db,
  ids: readonly string[],
  { reason, releaseKey }: { reason: string; releaseKey: boolean },
): Promise<void> {
  if (ids.length === 0) return;
  const skipped = await tx
    .update(outboxMessages)
    .set({
      ...(releaseKey && { key: sql`case when ${maybeDelivered} <= 0 then ${withdrawnId} else key end` }),
      reason,
      state: 'skipped',
      contentEncrypted: null,
    })
    .where(and(isOneOf(outboxMessages.id, ids), eq(outboxMessages.state, 'pending')))
    .returning({ environment: outboxMessages.environment, importId: outboxMessages.importId });
  await recordMessageChange(tx, skipped);
}

/** Releases the keys of messages that were claimed and will be skipped, unless an earlier attempt may have arrived. */
export async function releaseKeys(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(outboxMessages)
    .set({ key: sql`${withdrawnId}` })
    .where(and(isOneOf(outboxMessages.id, ids), sql`${maybeDelivered} <= 1`));
}
