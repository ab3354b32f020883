import { type SQL, and, asc, desc, eq, gt, gte, ilike, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { audit } from '../schema/audit';

export type AuditRow = typeof audit.$inferSelect;

/** "landfall audit", as a number: any constant that nothing else locks. */
const chainLock = 7_142_026_114;

/** Held to the end of the transaction, by one writer at a time over all instances. */
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
  /** A whole action such as `staff.added`, or its first part followed by a dot: `staff.`. */
  action?: string | undefined;
  actor?: string | undefined;
  q?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
  environment?: string | undefined;
}

/** Newest first; `before` is the number of the last entry already shown. */
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
        ? ilike(audit.action, `${likeText(filter.action)}%`)
        : eq(audit.action, filter.action),
    filter.actor === undefined ? undefined : ilike(audit.actor, `%${likeText(filter.actor)}%`),
    filter.q === undefined
      ? undefined
      : or(
          ilike(audit.subject, `%${likeText(filter.q)}%`),
          ilike(audit.actor, `%${likeText(filter.q)}%`),
          ilike(audit.action, `%${likeText(filter.q)}%`),
          eq(audit.requestId, filter.q),
          eq(audit.address, filter.q),
        ),
    filter.from === undefined ? undefined : gte(audit.at, filter.from),
    filter.until === undefined ? undefined : lt(audit.at, filter.until),
    filter.environment === undefined ? undefined : eq(audit.environment, filter.environment),
  ];
}

function likeText(text: string): string {
  return text.replace(/[\\%_]/g, (special) => `\\${special}`);
}
