import { type SQL, and, asc, desc, eq, getTableColumns, gt, gte, ilike, inArray, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { insertMany } from '../database/insert-many';
import { audit, auditV1, auditValues } from '../schema/audit';

const { seq: _seq, ...valueColumns } = getTableColumns(auditValues);
const rowColumns = { ...getTableColumns(audit), ...valueColumns };

export interface NewAuditRow {
  entry: typeof audit.$inferInsert;
  values: typeof auditValues.$inferInsert;
}

/** Any number that no other advisory lock uses. */
const chainLock = 7_142_026_114;

/** Serialises audit writers over all instances until the transaction ends. */
export async function lockAuditChain(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(chainLock))})`);
}

/** For the conversion: other instances wait for it as long as it takes. */
export async function liftStatementTimeout(tx: Db): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
}

export async function readAuditHead(db: Db): Promise<{ seq: number; hash: string } | undefined> {
  const [head] = await db.select({ seq: audit.seq, hash: audit.hash }).from(audit).orderBy(desc(audit.seq)).limit(1);
  return head;
}

export async function listAuditHashes(db: Db, seqs: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ seq: audit.seq, hash: audit.hash })
    .from(audit)
    .where(inArray(audit.seq, [...seqs]));
  return new Map(rows.map(({ seq, hash }) => [seq, hash]));
}

/** Whether an entry after the last one with this action is signed with the key. */
export async function isKeyUsedAfter(db: Db, { keyId, action }: { keyId: string; action: string }): Promise<boolean> {
  const lastSeq = async (condition: SQL) => {
    const [row] = await db.select({ seq: audit.seq }).from(audit).where(condition).orderBy(desc(audit.seq)).limit(1);
    return row?.seq ?? 0;
  };
  return (await lastSeq(eq(audit.keyId, keyId))) > (await lastSeq(eq(audit.action, action)));
}

export async function insertAuditRows(tx: Db, rows: readonly NewAuditRow[]): Promise<void> {
  await insertMany(
    tx,
    audit,
    rows.map(({ entry }) => entry),
  );
  await insertMany(
    tx,
    auditValues,
    rows.map(({ values }) => values),
  );
}

/** Entries with their values. The values are null where they were erased; `salts` has only those that are left. */
export type AuditRow = Awaited<ReturnType<typeof listAuditAfter>>[number];

export async function listAuditAfter(db: Db, seq: number, limit: number) {
  return selectAudit(db).where(gt(audit.seq, seq)).orderBy(asc(audit.seq)).limit(limit);
}

/** A left join, so that an entry whose values were deleted is still found. */
function selectAudit(db: Db) {
  return db.select(rowColumns).from(audit).leftJoin(auditValues, eq(auditValues.seq, audit.seq)).$dynamic();
}

export type AuditV1Row = typeof auditV1.$inferSelect;

export async function listAuditV1After(db: Db, seq: number, limit: number): Promise<AuditV1Row[]> {
  return db.select().from(auditV1).where(gt(auditV1.seq, seq)).orderBy(asc(auditV1.seq)).limit(limit);
}

export async function hasAuditV1(db: Db): Promise<boolean> {
  const rows = await db.select({ seq: auditV1.seq }).from(auditV1).limit(1);
  return rows.length > 0;
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
  return selectAudit(db)
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
          ilike(auditValues.subject, `%${escapeLike(filter.q)}%`),
          ilike(auditValues.actor, `%${escapeLike(filter.q)}%`),
          ilike(audit.action, `%${escapeLike(filter.q)}%`),
          eq(audit.requestId, filter.q),
          eq(auditValues.address, filter.q),
        ),
    filter.from === undefined ? undefined : gte(audit.at, filter.from),
    filter.until === undefined ? undefined : lt(audit.at, filter.until),
    filter.environment === undefined ? undefined : eq(audit.environment, filter.environment),
  ];
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (special) => `\\${special}`);
}
