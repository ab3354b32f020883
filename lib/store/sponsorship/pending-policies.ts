import { and, eq, isNull, sql } from 'drizzle-orm';
import { policySchema, type PendingPolicy, type Policy } from '../../contract/policy';
import type { Db } from '../database/database';
import { pendingPolicies } from '../schema/sponsorship';

/** Every change of the policy takes this lock first, so that none is based on a version about to be replaced. */
export async function lockPolicy(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('policy', 0))`);
}

/** The change that waits for confirmation, if it is based on this version. */
export async function findPendingPolicy(db: Db, version: number): Promise<PendingPolicy | null> {
  const [open] = await db.select().from(pendingPolicies).where(isNull(pendingPolicies.closedAt));
  return toPendingPolicy(open, version);
}

export function toPendingPolicy(
  open: typeof pendingPolicies.$inferSelect | undefined,
  version: number,
): PendingPolicy | null {
  if (open?.basedOn !== version) return null;
  return {
    id: open.id,
    policy: policySchema.parse(open.policy),
    proposedBy: open.proposedBy,
    proposedById: open.proposedById,
    proposedAt: open.proposedAt.toISOString(),
    effectiveAt: open.effectiveAt.toISOString(),
  };
}

export async function insertPendingPolicy(
  tx: Db,
  row: {
    id: string;
    policy: Policy;
    basedOn: number;
    proposedById: string;
    proposedBy: string;
    proposedAt: Date;
    effectiveAt: Date;
  },
): Promise<void> {
  await tx.insert(pendingPolicies).values(row);
}

/** Closes the open change if it has this id; without an id, whichever is open. False if none was closed. */
export async function closePendingPolicy(
  tx: Db,
  closed: { at: Date; by: string; reason: 'confirmed' | 'cancelled' | 'effective' | 'replaced' },
  id?: string,
): Promise<boolean> {
  const rows = await tx
    .update(pendingPolicies)
    .set({ closedAt: closed.at, closedBy: closed.by, closeReason: closed.reason })
    .where(and(isNull(pendingPolicies.closedAt), id === undefined ? undefined : eq(pendingPolicies.id, id)))
    .returning({ id: pendingPolicies.id });
  return rows.length === 1;
}
