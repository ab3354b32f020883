import { afterAll, describe } from 'vitest';
import type { Database } from '../database/database';
import { openTestPglite, openTestPostgresDatabase } from './open-test-database';

/** Opens a new, migrated database. Databases that are still open at the end of the block are closed. */
export type OpenDatabase = () => Promise<Database>;

const engines: readonly [string, Database['engine'], OpenDatabase][] = [
  ['on PGlite', 'pglite', openTestPglite],
  ['on PostgreSQL', 'postgres', openTestPostgresDatabase],
];

/** Runs the block on both engines. */
export function forEachEngine(block: (engine: Database['engine'], open: OpenDatabase) => void): void {
  for (const [name, engine, openNew] of engines) {
    describe(name, () => {
      const opened: Database[] = [];
      afterAll(() => Promise.all(opened.map((database) => database.close())));
      block(engine, async () => {
        const database = await openNew();
        opened.push(database);
        return database;
      });
    });
  }
}
