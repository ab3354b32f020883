import { and, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { creationAttempts } from '../schema/creation-attempts';
import { fullRequests } from '../schema/sponsorship';
import { startLinks } from '../schema/start-links';
import { hasUsername, isOfOtherCustomer } from './customer-rows';

/**
 * Rows of imports that now belong to another customer stay without the name: links depend on them, and requests are open.
 * They do not get the new name, because a link for it opens all migrations of that customer.
 */
export async function removeFormerName(
  tx: Db,
  spellings: readonly string[],
  replacement: string,
): Promise<{ creation_attempts: number; start_links: number; full_requests: number }> {
  const attempts = await tx
    .update(creationAttempts)
    .set({ username: null })
    .where(and(hasUsername(creationAttempts.username, spellings), isOfOtherCustomer(creationAttempts, spellings)))
    .returning({ id: creationAttempts.id });
  const links = await tx
    .update(startLinks)
    .set({ username: replacement })
    .where(
      and(
        hasUsername(startLinks.username, spellings),
        isOfOtherCustomer({ environment: sql`'live'`, importId: startLinks.importId }, spellings),
      ),
    )
    .returning({ id: startLinks.id });
  const { username, by } = fullRequests;
  const requests = await tx
    .update(fullRequests)
    .set({ username: null, by: sql`case when ${hasUsername(by, spellings)} then ${replacement} else ${by} end` })
    .where(and(hasUsername(username, spellings), isOfOtherCustomer(fullRequests, spellings)))
    .returning({ id: fullRequests.id });
  return { creation_attempts: attempts.length, start_links: links.length, full_requests: requests.length };
}
