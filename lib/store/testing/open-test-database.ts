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
 * A fresh, migrated database for tests that hold on either engine. Opening one on PostgreSQL costs a tenth of what it
 * costs in memory; `npm run test:full` runs them in memory as well. Close it when done.
 */
export async function openTestDatabase(): Promise<Database> {
  return inject('testEngine') === 'pglite' ? openTestPglite() : openTestPostgresDatabase();
}

/** A fresh, migrated database in memory. Close it when done. */
export async function openTestPglite(): Promise<Database> {
  embedded ??= preparePglite();
  return openPglite(await embedded);
}

/** A fresh, migrated database on the PostgreSQL that all test files share. Close it when done. */
export async function openTestPostgresDatabase(): Promise<Database> {
  return openPostgres({ url: await createTestPostgresUrl(), migrations: await readMigrations() });
}

/** The address of one, for tests of several instances or processes: migrated, or empty. */
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

async function fetchSharedDatabase(what: string): Promise<unknown> {
  const answer = await fetch(`${inject('sharedDatabases')}${what}`);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}
