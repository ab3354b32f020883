import { desc } from 'drizzle-orm';
import { defaultPolicy, policySchema, type Policy, type PolicyVersion } from '../../contract/policy';
import type { Db } from '../database/database';
import { policies } from '../schema/sponsorship';

type PolicyRow = typeof policies.$inferSelect;

export async function readCurrentPolicy(db: Db): Promise<PolicyVersion> {
  const [row] = await db.select().from(policies).orderBy(desc(policies.version)).limit(1);
  return toCurrentPolicy(row);
}

/** The newest version, or the default as version 0. */
export function toCurrentPolicy(newest: PolicyRow | undefined): PolicyVersion {
  return newest ? toPolicyVersion(newest) : { version: 0, policy: defaultPolicy, by: 'default', at: null };
}

/** False if another admin saved this version first. */
export async function insertPolicy(tx: Db, version: number, policy: Policy, by: string, at: Date): Promise<boolean> {
  const inserted = await tx.insert(policies).values({ version, policy, by, at }).onConflictDoNothing().returning();
  return inserted.length === 1;
}

export async function listPolicies(db: Db, limit: number): Promise<PolicyVersion[]> {
  const rows = await db.select().from(policies).orderBy(desc(policies.version)).limit(limit);
  return rows.map(toPolicyVersion);
}

function toPolicyVersion(row: PolicyRow): PolicyVersion {
  return { version: row.version, policy: policySchema.parse(row.policy), by: row.by, at: row.at.toISOString() };
}
