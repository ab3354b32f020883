import { type SQL, and, asc, desc, eq, getTableColumns, gt, gte, ilike, inArray, lt, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../database/database';
import { insertMany } from '../database/insert-many';
import { audit, auditV1, auditValues, auditWords } from '../schema/audit';
import { imports } from '../schema/imports';

const { seq: _seq, ...valueColumns } = getTableColumns(auditValues);
const rowColumns = { ...getTableColumns(audit), ...valueColumns };
/** Not `exists`, for which the planner reads all imports into a hash table. */
const isImport = sql<boolean>`(select true from ${imports}
  where ${imports.environment} = ${audit.environment} and ${imports.id} = ${auditValues.subject}) is not null`;

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
  return db
    .select(rowColumns)
    .from(audit)
    .leftJoin(auditValues, eq(auditValues.seq, audit.seq))
    .where(gt(audit.seq, seq))
    .orderBy(asc(audit.seq))
    .limit(limit);
}

export type FoundAuditRow = AuditRow & {
  /** The subject is the id of a known import. */
  isImport: boolean;
};

/** A left join, so that an entry whose values were deleted is still found. */
function selectAudit(db: Db, isRead?: (seq: PgColumn) => SQL | undefined) {
  // The bounds of the entries are also those of their values, which the planner does not see.
  const isSame = and(eq(auditValues.seq, audit.seq), isRead?.(auditValues.seq));
  return db
    .select({ ...rowColumns, isImport })
    .from(audit)
    .leftJoin(auditValues, isSame)
    .$dynamic();
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

/** Entries that are read, newest first, before all matches are read through the indexes of the filters instead. */
const minWalked = 5_000;
const walkedPerRow = 100;

/** Newest first. `before` is the `seq` of the last entry of the previous page. */
export async function searchAudit(
  db: Db,
  filter: AuditFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<FoundAuditRow[]> {
  const { seq } = audit;
  const conditions = toConditions(filter);
  const end = before ?? ((await readAuditHead(db))?.seq ?? 0) + 1;
  const start = conditions.length === 0 ? 0 : Math.max(0, end - Math.max(minWalked, limit * walkedPerRow));
  const isNear = (column: PgColumn) => and(lt(column, end), gte(column, start));
  const near = await selectAudit(db, isNear)
    .where(and(...conditions, isNear(seq)))
    .orderBy(desc(seq))
    .limit(limit);
  if (near.length === limit || start === 0) return near;
  // All of them before the newest are chosen: the planner must not walk the entries again.
  const found = db
    .select({ seq })
    .from(audit)
    .where(and(...(await toIndexedConditions(db, filter)), lt(seq, end)));
  const newest = sql`with found as materialized (${found}) select seq from found order by seq desc limit ${limit}`;
  return selectAudit(db)
    .where(sql`${seq} in (${newest})`)
    .orderBy(desc(seq));
}

/** From one action to the next through the index, because there are few. */
export async function listAuditActions(db: Db): Promise<string[]> {
  const rows = await db.select({ action: sql<string>`action` }).from(
    sql`(with recursive known as (
        (select action from audit order by action limit 1)
        union all
        select (select next.action from audit next where next.action > known.action order by next.action limit 1)
        from known where known.action is not null
      ) select action from known where action is not null limit 500) as known`,
  );
  return rows.map((row) => row.action);
}

function toConditions({ action, q, ...filter }: AuditFilter): SQL[] {
  const isFound =
    q === undefined
      ? undefined
      : sql`(${hasText(q)} or ${ilike(audit.action, `%${escapeLike(q)}%`)} or ${eq(audit.requestId, q)})`;
  return [
    ...(action === undefined ? [] : [hasAction(action)]),
    ...(isFound ? [isFound] : []),
    ...plainConditions(filter),
  ];
}

/** The same filter, written so that each condition can use an index. */
async function toIndexedConditions(db: Db, { action, q, ...filter }: AuditFilter): Promise<SQL[]> {
  const actions = action?.endsWith('.') === true || q !== undefined ? await listAuditActions(db) : [];
  const has = (text: string) => (known: string) => known.toLowerCase().includes(text.toLowerCase());
  const isPrefix = action?.endsWith('.') === true;
  const ofPrefix = actions.filter((known) => known.toLowerCase().startsWith((action ?? '').toLowerCase()));
  return [
    ...(action === undefined ? [] : [isPrefix ? inArray(audit.action, ofPrefix) : hasAction(action)]),
    ...(q === undefined
      ? []
      : [
          sql`${audit.seq} in (select ${auditValues.seq} from ${auditValues} where ${hasText(q)}
            union all select ${audit.seq} from ${audit} where ${eq(audit.requestId, q)}
            union all select ${audit.seq} from ${audit} where ${inArray(audit.action, actions.filter(has(q)))})`,
        ]),
    ...plainConditions(filter),
  ];
}

const hasAction = (action: string) =>
  action.endsWith('.') ? ilike(audit.action, `${escapeLike(action)}%`) : eq(audit.action, action);

const plainConditions = ({ from, until, environment }: Omit<AuditFilter, 'action' | 'q'>): SQL[] => [
  ...(from === undefined ? [] : [gte(audit.at, from)]),
  ...(until === undefined ? [] : [lt(audit.at, until)]),
  ...(environment === undefined ? [] : [eq(audit.environment, environment)]),
];

/** Text that begins with the beginning of a word, which the index finds. */
function hasText(q: string): SQL {
  const { actor, subject, address } = auditValues;
  const pattern = `%${escapeLike(q)}%`;
  const words = sql`(select string_agg('''' || word || ''':*', ' & ')
    from unnest(array_remove(regexp_split_to_array(lower(left(${q}::text, 500)), '[^[:alnum:]]+'), '')) as word)::tsquery`;
  return sql`((${ilike(subject, pattern)} or ${ilike(actor, pattern)} or ${eq(address, q)}) and ${auditWords} @@ ${words})`;
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (special) => `\\${special}`);
}
