import { and, eq, gt, isNotNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { installation } from '../schema/system';
import { staff } from '../schema/staff';

const prefix = 'setup code ';
const isCode = sql`starts_with(${installation.key}, ${prefix})`;

/** True once a password was chosen or a company account was used. Demo accounts do not count. */
export async function hasOwnStaff(db: Db): Promise<boolean> {
  const usable = or(isNotNull(staff.passwordHash), isNotNull(staff.oidcSubject));
  const rows = await db
    .select({ id: staff.id })
    .from(staff)
    .where(and(ne(staff.source, 'demo'), usable))
    .limit(1);
  return rows.length > 0;
}

/** Each start of an instance adds one, so that it can print it. Expired ones are deleted. */
export async function addSetupCode(tx: Db, code: { fingerprint: string; at: Date; validAfter: Date }): Promise<void> {
  await tx.delete(installation).where(and(isCode, lte(installation.at, code.validAfter)));
  await tx.insert(installation).values({ key: `${prefix}${code.fingerprint}`, value: {}, at: code.at });
}

export async function findSetupCode(tx: Db, code: { fingerprint: string; validAfter: Date }): Promise<boolean> {
  const rows = await tx
    .select({ key: installation.key })
    .from(installation)
    .where(and(eq(installation.key, `${prefix}${code.fingerprint}`), gt(installation.at, code.validAfter)));
  return rows.length > 0;
}

export async function deleteSetupCodes(tx: Db): Promise<void> {
  await tx.delete(installation).where(isCode);
}
