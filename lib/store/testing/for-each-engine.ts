import { afterAll, describe } from 'vitest';
import type { Database } from '../database/database';
import { openTestPglite, openTestPostgresDatabase } from './open-test-database';

/** Opens a fresh, migrated database. Those still open when the block ends are closed then. */
export type OpenDatabase = () => Promise<Database>;

const engines: readonly [string, Database['engine'], OpenDatabase][] = [
  ['on PGlite', 'pglite', openTestPglite],
  ['on PostgreSQL', 'postgres', openTestPostgresDatabase],
];

/** The same block on both engines: what holds on one must hold on the other. */
export function forEachEngine(block: (engine: Database['engine'], open: OpenDatabase) => void): void {
  for (const [name, engine, openFresh] of engines) {
    describe(name, () => {
      const opened: Database[] = [];
      afterAll(() => Promise.all(opened.map((database) => database.close())));
      block(engine, async () => {
        const database = await openFresh();
        opened.push(database);
        return database;
      });
    });
  }
}
