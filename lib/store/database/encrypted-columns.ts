import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from './database';
import { maintain } from './maintain';

export const columnNames = [
  'raw_responses',
  'redirect_urls',
  'webhook_bodies',
  'data_keys',
  'connection',
  'messages',
  'notification_targets',
  'stored_responses',
] as const;
export type EncryptedColumn = (typeof columnNames)[number];

/** Every column that holds data encrypted with LANDFALL_KEY. A test finds columns that are missing here. */
const columns = {
  raw_responses: { table: 'observations', column: 'raw_encrypted', key: [['id', 'bigint']] },
  redirect_urls: {
    table: 'import_secrets',
    column: 'redirect_url_encrypted',
    key: [
      ['environment', 'text'],
      ['import_id', 'text'],
    ],
  },
  webhook_bodies: { table: 'deliveries', column: 'body_encrypted', key: [['id', 'uuid']] },
  data_keys: { table: 'data_keys', column: 'key_encrypted', key: [['name', 'text']] },
  connection: { table: 'connection', column: 'value_encrypted', key: [['id', 'integer']] },
  messages: { table: 'outbox_messages', column: 'content_encrypted', key: [['id', 'uuid']] },
  notification_targets: { table: 'notification_rules', column: 'target_encrypted', key: [['id', 'uuid']] },
  stored_responses: { table: 'idempotent_requests', column: 'response_encrypted', key: [['id', 'text']] },
} as const satisfies Record<
  EncryptedColumn,
  { table: string; column: string; key: readonly (readonly [string, string])[] }
>;

/** @internal Exported for its test. */
export const encryptedColumns = Object.values(columns).map(({ table, column }) => `${table}.${column}`);

/** The parts of a row's primary key as text. */
export type RowKey = readonly string[];

const resultSchema = z.object({ rows: z.array(z.unknown()) });

/** Version and key id, which the cipher puts in front. */
const headerOf = (column: SQL) => sql`encode(substring(${column} from 1 for 5), 'hex')`;
const headerWith = (keyId: string) => `01${keyId}`;

/** How many values each key has encrypted. Null: bytes that the cipher did not make. */
export async function countByKey(db: Db, name: EncryptedColumn): Promise<{ keyId: string | null; rows: number }[]> {
  const { table, column } = partsOf(name);
  const header = headerOf(column);
  const rows = await db
    .select({ header: sql<string>`${header}`, rows: sql`count(*)`.mapWith(Number) })
    .from(table)
    .where(sql`${column} is not null`)
    .groupBy(header);
  return rows.map((row) => ({ keyId: row.header.startsWith('01') ? row.header.slice(2) : null, rows: row.rows }));
}

/** Webhook bodies may be a megabyte each, and are sent as hex, old and new. */
const maxBatchBytes = 2 * 1024 * 1024;

/** The next values that another key than this one encrypted, in the order of their keys: up to `limit` or 2 MiB. */
export async function listUnderOtherKeys(
  db: Db,
  name: EncryptedColumn,
  { keyId, after, limit }: { keyId: string; after: RowKey | null; limit: number },
): Promise<{ key: RowKey; bytes: Buffer }[]> {
  const { table, column, keyColumns, types } = partsOf(name);
  const order = sql.join(keyColumns, sql`, `);
  const fromCursor = (part: string, index: number) => sql`${part}::${sql.raw(types[index] ?? 'text')}`;
  const rows = await db
    .select({
      key: sql<string[]>`array[${sql.join(
        keyColumns.map((part) => sql`${part}::text`),
        sql`, `,
      )}]`,
      bytes: sql<string>`encode(${column}, 'hex')`,
    })
    .from(
      sql`(
        select *, sum(octet_length(${column})) over (order by ${order}) - octet_length(${column}) as bytes_before
        from (
          select * from ${table}
          where ${column} is not null and ${headerOf(column)} <> ${headerWith(keyId)} ${
            after === null ? sql`` : sql`and (${order}) > (${sql.join(after.map(fromCursor), sql`, `)})`
          }
          order by ${order} limit ${limit}
        ) as ${table}
      ) as ${table}`,
    )
    .where(sql`bytes_before < ${maxBatchBytes}`)
    .orderBy(...keyColumns);
  return rows.map((row) => ({ key: row.key, bytes: Buffer.from(row.bytes, 'hex') }));
}

/** Leaves a value alone that has changed since it was read. Returns how many were replaced. */
export async function replaceEncrypted(
  tx: Db,
  name: EncryptedColumn,
  rows: readonly { key: RowKey; was: Buffer; now: Buffer }[],
): Promise<number> {
  const hex = rows.map(({ key, was, now }) => ({ key, was: was.toString('hex'), now: now.toString('hex') }));
  if (name === 'raw_responses') {
    const given = hex.map(({ key, was, now }) => ({ id: Number(key[0]), was, raw: now }));
    return maintain(tx, { action: 'replace_raw', args: { rows: given } });
  }
  const { table, column, keyColumns, types } = partsOf(name);
  const sameKey = keyColumns.map((part, i) => sql`${part} = (given.key->>${i}::int)::${sql.raw(types[i] ?? 'text')}`);
  const target = sql.identifier(columns[name].column);
  const replaced = await tx.execute(sql`
    update ${table} set ${target} = decode(given.now, 'hex')
    from jsonb_to_recordset(${JSON.stringify(hex)}::jsonb) as given(key jsonb, was text, now text)
    where ${sql.join(sameKey, sql` and `)} and ${column} = decode(given.was, 'hex') returning 1 as one`);
  return resultSchema.parse(replaced).rows.length;
}

function partsOf(name: EncryptedColumn) {
  const { table, column, key } = columns[name];
  const inTable = (part: string) => sql`${sql.identifier(table)}.${sql.identifier(part)}`;
  return {
    table: sql`${sql.identifier(table)}`,
    column: inTable(column),
    keyColumns: key.map(([part]) => inTable(part)),
    types: key.map(([, type]) => type),
  };
}
