import { type SQL, and, asc, desc, eq, gt, gte, ilike, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { audit } from '../schema/audit';

export type AuditRow = typeof audit.$inferSelect;

/** Any number that no other advisory lock uses. */
const chainLock = 7_142_026_114;

/** Serialises audit writers over all instances until the transaction ends. */
export async function lockAuditChain(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(chainLock))})`);
}

export async function readAuditHead(db: Db): Promise<{ seq: number; hash: string } | undefined> {
  const [head] = await db.select({ seq: audit.seq, hash: audit.hash }).from(audit).orderBy(desc(audit.seq)).limit(1);
  return head;
}

export async function insertAuditRow(tx: Db, row: typeof audit.$inferInsert): Promise<void> {
  await tx.insert(audit).values(row);
}

export async function listAuditAfter(db: Db, seq: number, limit: number): Promise<AuditRow[]> {
  return db.select().from(audit).where(gt(audit.seq, seq)).orderBy(asc(audit.seq)).limit(limit);
}

export interface AuditFilter {
  /** An action such as `staff.added`, or a prefix that ends with a dot: `staff.`. */
  action?: string | undefined;
  q?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
  environment?: string | undefined;
}

/** Newest first. `before` is the `seq` of the last entry of the previous page. */
export async function searchAudit(
  db: Db,
  filter: AuditFilter,
  page: { before?: number | undefined; limit: number },
): Promise<AuditRow[]> {
  return db
    .select()
    .from(audit)
    .where(and(...conditions(filter), page.before === undefined ? undefined : lt(audit.seq, page.before)))
    .orderBy(desc(audit.seq))
    .limit(page.limit);
}

export async function listAuditActions(db: Db): Promise<string[]> {
  const rows = await db.selectDistinct({ action: audit.action }).from(audit).orderBy(asc(audit.action)).limit(500);
  return rows.map((row) => row.action);
}

function conditions(filter: AuditFilter): (SQL | undefined)[] {
  return [
    filter.action === undefined
      ? undefined
      : filter.action.endsWith('.')
        ? ilike(audit.action, `${escapeLike(filter.action)}%`)
        : eq(audit.action, filter.action),
    filter.q === undefined
      ? undefined
      : or(
          ilike(audit.subject, `%${escapeLike(filter.q)}%`),
          ilike(audit.actor, `%${escapeLike(filter.q)}%`),
          ilike(audit.action, `%${escapeLike(filter.q)}%`),
          eq(audit.requestId, filter.q),
          eq(audit.address, filter.q),
        ),
    filter.from === undefined ? undefined : gte(audit.at, filter.from),
    filter.until === undefined ? undefined : lt(audit.at, filter.until),
    filter.environment === undefined ? undefined : eq(audit.environment, filter.environment),
  ];
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (special) => `\\${special}`);
}
