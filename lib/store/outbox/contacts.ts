import { sql } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { customerContacts } from '../schema/outbox';

/** Marks the address as unusable, unless the customer has another one by now. */
export async function recordBounce(
  tx: Db,
  bounce: { environment: Environment; importId: string; email: string; reason: string },
): Promise<void> {
  const { environment, importId, email, reason } = bounce;
  const bounced = { bouncedAt: sql`now()`, bounceReason: reason.slice(0, 1000) };
  await tx
    .insert(customerContacts)
    .values({ environment, importId, source: 'username', by: 'system', at: sql`now()`, ...bounced })
    .onConflictDoUpdate({
      target: [customerContacts.environment, customerContacts.importId],
      set: bounced,
      setWhere: sql`coalesce(lower(${customerContacts.email}), lower(${email})) = lower(${email})`,
    });
}
