import { afterAll, beforeAll, describe } from 'vitest';
import type { Database } from '../database';
import { openPostgres } from '../open-postgres';
import { readMigrations } from '../read-migrations';
import { openTestDatabase } from './open-test-database';
import { startTestPostgres, type TestPostgres } from './start-test-postgres';

/** Opens a fresh, migrated database. Those still open when the block ends are closed then. */
export type OpenDatabase = () => Promise<Database>;

/** The same block on both engines: what holds on one must hold on the other. */
export function forEachEngine(block: (engine: Database['engine'], open: OpenDatabase) => void): void {
  describe('on PGlite', () => {
    const opened: Database[] = [];
    afterAll(() => closeAll(opened));
    block('pglite', async () => {
      const database = await openTestDatabase();
      opened.push(database);
      return database;
    });
  });

  describe('on PostgreSQL', () => {
    const opened: Database[] = [];
    let server: TestPostgres | undefined;
    let template = '';
    let migrations: Awaited<ReturnType<typeof readMigrations>> = [];
    beforeAll(async () => {
      migrations = await readMigrations();
      server = await startTestPostgres();
      template = await server.createDatabase();
      await (await openPostgres({ url: template, migrations })).close();
    });
    afterAll(async () => {
      await closeAll(opened);
      await server?.stop();
    });
    block('postgres', async () => {
      if (!server) throw new Error('PostgreSQL is not running: open databases inside tests and hooks');
      const database = await openPostgres({ url: await server.createDatabase({ like: template }), migrations });
      opened.push(database);
      return database;
    });
  });
}

async function closeAll(databases: readonly Database[]): Promise<void> {
  await Promise.all(databases.map((database) => database.close()));
}
