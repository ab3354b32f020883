import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable, type PgColumn } from 'drizzle-orm/pg-core';
import type { Cipher } from '../../core/cipher';
import { decryptContentText } from '../../outbox/message-content';
import type { Database } from '../../store/database/database';
import { columnDecisions } from './column-decisions';

const refersToOthers = (table: PgTable) => ['decision_steps', 'outbox_attempts'].includes(getTableName(table));

const schemaFolder = join(import.meta.dirname, '../../store/schema');
const schemas: object[] = await Promise.all(readdirSync(schemaFolder).map((file) => import(join(schemaFolder, file))));

export const allTables: readonly PgTable[] = schemas
  .flatMap((schema) => Object.values(schema).filter((value): value is PgTable => is(value, PgTable)))
  .sort((a, b) => Number(refersToOthers(a)) - Number(refersToOthers(b)));

export function textColumns(table: PgTable): PgColumn[] {
  return Object.values(getTableColumns(table)).filter((column) =>
    ['text', 'jsonb', 'bytea', 'text[]'].includes(column.getSQLType()),
  );
}

interface PlantOptions {
  cipher: Cipher;
  username: string;
  importId: string;
  staffId: string;
  decisionId: string;
  messageId: string;
}

const isPlanted = (decision: string | undefined) => /^(name|text|encrypted:)/.test(decision ?? '');

/** Writes a row of the customer into every table in which a column can name them. Returns the tables. */
export async function plantName(database: Database, options: PlantOptions): Promise<string[]> {
  const planted: string[] = [];
  for (const table of allTables) {
    const name = getTableName(table);
    if (!Object.values(columnDecisions[name] ?? {}).some(isPlanted)) continue;
    const row = Object.fromEntries(
      Object.entries(getTableColumns(table)).flatMap(([field, column]) => {
        const value = valueFor(name, column, options);
        return value === undefined ? [] : [[field, value]];
      }),
    );
    await database.db.insert(table).values(row).onConflictDoNothing();
    planted.push(name);
  }
  return planted;
}

function valueFor(table: string, column: PgColumn, options: PlantOptions): unknown {
  const decision = columnDecisions[table]?.[column.name] ?? '';
  const type = column.getSQLType();
  const text = `Call ${options.username}, please.`;
  if (decision === 'name') return type === 'text[]' ? [options.username] : options.username;
  if (decision === 'text') return type === 'jsonb' ? { text, exact: options.username } : text;
  if (decision.startsWith('encrypted:')) return options.cipher.encrypt(decision.slice('encrypted:'.length), text);
  if (column.name === 'import_id') return options.importId;
  if (column.name === 'staff_id') return options.staffId;
  if (column.name === 'decision_id') return options.decisionId;
  if (column.name === 'message_id') return options.messageId;
  if (table === 'decisions' && column.name === 'id') return options.decisionId;
  if (table === 'outbox_messages' && column.name === 'id') return options.messageId;
  if (table === 'decisions' && column.name === 'state') return 'confirmed';
  if (table === 'creation_attempts' && column.name === 'state') return 'created';
  if (table === 'poll_units' && column.name === 'kind') return 'username';
  if (table === 'bulk_runs' && column.name === 'finished_at') return new Date();
  if (table === 'full_requests' && column.name === 'closed_at') return new Date();
  if (!column.notNull || column.hasDefault || column.generatedIdentity) return undefined;
  if (column.enumValues) return column.enumValues[0];
  return sample(type);
}

function sample(type: string): unknown {
  if (type === 'uuid') return randomUUID();
  if (type.startsWith('timestamp')) return new Date();
  if (type === 'jsonb') return {};
  if (type === 'bytea') return Buffer.from('x');
  if (type === 'boolean') return false;
  if (type === 'text[]') return [];
  return type === 'text' ? `x${randomUUID()}` : 1;
}

const purposes = ['raw answer', 'webhook-body', 'redirect-url', 'data-key', 'erasure-username', 'idempotent-response'];

/** Where the text occurs in any row of any table, also encrypted. */
export async function findText(database: Database, cipher: Cipher, wanted: string): Promise<string[]> {
  const found = new Set<string>();
  const needle = wanted.toLowerCase();
  const hits = (value: unknown): boolean => {
    if (value === null || value === undefined) return false;
    if (value instanceof Uint8Array) {
      const plain = purposes.map((purpose) => cipher.decrypt(purpose, value)?.toString('utf8') ?? '');
      const texts = [...plain, decryptContentText({ cipher }, value) ?? '', Buffer.from(value).toString('utf8')];
      return texts.some((text) => text.toLowerCase().includes(needle));
    }
    if (typeof value === 'string') {
      if (value.toLowerCase().includes(needle) || value.toLowerCase().includes(encodeURIComponent(needle))) return true;
      return /^[A-Za-z0-9+/_-]{40,}={0,2}$/.test(value) && hits(Buffer.from(value, 'base64'));
    }
    return typeof value === 'object' && Object.entries(value).some(([name, inner]) => hits(name) || hits(inner));
  };
  for (const table of allTables) {
    const rows: Record<string, unknown>[] = await database.db.select().from(table);
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (hits(value)) found.add(`${getTableName(table)}.${column}`);
      }
    }
  }
  return [...found].sort();
}
