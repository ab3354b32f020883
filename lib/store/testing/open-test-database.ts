import { readFile } from 'node:fs/promises';
import { inject } from 'vitest';
import { z } from 'zod';
import type { Database } from '../database/database';
import { openPglite } from '../database/open-pglite';
import { openPostgres } from '../database/open-postgres';
import { readMigrations } from '../database/read-migrations';
import { createDatabase } from './start-test-postgres';

const pgliteSchema = z.object({ file: z.string() });
const postgresSchema = z.object({ server: z.string(), template: z.string() });

let embedded: ReturnType<typeof preparePglite> | undefined;
let server: ReturnType<typeof preparePostgres> | undefined;

/**
 * A new, migrated database for tests that work on either engine. PostgreSQL opens ten times faster; `npm run test:full`
 * also runs them on PGlite. Close it when done.
 */
export async function openTestDatabase(): Promise<Database> {
  return inject('testEngine') === 'pglite' ? openTestPglite() : openTestPostgresDatabase();
}

/** A new, migrated database in memory. Close it when done. */
export async function openTestPglite(): Promise<Database> {
  return openPglite(await readTestTemplate());
}

/** What a test needs to open PGlite itself. */
export function readTestTemplate() {
  return (embedded ??= preparePglite());
}

/** A new, migrated database on the shared PostgreSQL. Close it when done. */
export async function openTestPostgresDatabase(): Promise<Database> {
  const url = await createTestPostgresUrl();
  // On a busy machine, many queries at once wait longer for a connection than the default allows.
  return openPostgres({ url, migrations: await readMigrations(), connectTimeoutMs: 60_000 });
}

/** The URL of a database for tests of several instances or processes: migrated, or empty. */
export async function createTestPostgresUrl({ empty = false } = {}): Promise<string> {
  server ??= preparePostgres();
  const { url, template } = await server;
  return createDatabase(url, empty ? {} : { like: template });
}

async function preparePglite() {
  const { file } = pgliteSchema.parse(await fetchSharedDatabase('/pglite'));
  const template = new Blob([new Uint8Array(await readFile(file))], { type: 'application/x-tar' });
  return { migrations: await readMigrations(), template };
}

async function preparePostgres() {
  const { server: url, template } = postgresSchema.parse(await fetchSharedDatabase('/postgres'));
  return { url, template };
}

async function fetchSharedDatabase(path: string): Promise<unknown> {
  const response = await fetch(`${inject('sharedDatabases')}${path}`);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
