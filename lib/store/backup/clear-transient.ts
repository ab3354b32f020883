import { inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { bulkLookups } from '../schema/service-calls';
import { creationAttempts } from '../schema/creation-attempts';
import { pollUnits } from '../schema/polling';
import { notificationItems, outboxEvents, outboxMessages } from '../schema/outbox';
import { accountLinks } from '../schema/staff';
import { installation } from '../schema/system';
import { deliveries } from '../schema/webhooks';
import { leftOutTables } from './snapshot';

/**
 * What a restored database must not continue: sessions, one-time links and claims of processes that no longer run, and
 * calls and messages that may have been made after the backup was taken.
 */
export async function clearTransient(tx: Db, reason: string): Promise<{ attempts: number; messages: number }> {
  // Also here, because a database that was restored by other means has them.
  for (const name of Object.keys(leftOutTables)) await tx.execute(sql`delete from ${sql.identifier(name)}`);
  await tx.delete(installation).where(sql`${installation.key} ~ '^(job|setup code) '`);
  await tx
    .update(accountLinks)
    .set({ expiresAt: sql`least(${accountLinks.expiresAt}, now())` })
    .where(isNull(accountLinks.usedAt));
  await tx.update(pollUnits).set({ claimedUntil: null, claimedBy: null }).where(isNotNull(pollUnits.claimedUntil));
  await tx.update(deliveries).set({ claimedUntil: null }).where(isNotNull(deliveries.claimedUntil));
  await tx.update(bulkLookups).set({ claimedUntil: null }).where(isNotNull(bulkLookups.claimedUntil));
  // A job compares an unknown one with the imports that the service lists.
  const attempts = await tx
    .update(creationAttempts)
    .set({ state: 'unknown', message: reason, leaseUntil: null })
    .where(inArray(creationAttempts.state, ['recorded', 'sending']))
    .returning({ id: creationAttempts.id });
  await tx.delete(outboxEvents);
  await tx.delete(notificationItems);
  // Staff can resend failed ones.
  const messages = await tx
    .update(outboxMessages)
    .set({ state: 'failed', reason, leaseUntil: null })
    .where(inArray(outboxMessages.state, ['pending', 'sending']))
    .returning({ id: outboxMessages.id });
  return { attempts: attempts.length, messages: messages.length };
}
