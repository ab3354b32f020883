import { afterAll, describe, inject } from 'vitest';
import type { Database } from '../database/database';
import { openTestPglite, openTestPostgresDatabase } from './open-test-database';

/** Opens a new, migrated database. Databases that are still open at the end of the block are closed. */
type OpenDatabase = () => Promise<Database>;

const engines: readonly [string, Database['engine'], OpenDatabase][] = [
  ['on PGlite', 'pglite', openTestPglite],
  ['on PostgreSQL', 'postgres', openTestPostgresDatabase],
];

type Block = (engine: Database['engine'], open: OpenDatabase) => void;

/** Runs the block on both engines, for code whose SQL depends on the engine. */
export function forEachEngine(block: Block): void {
  runOn(engines, block);
}

/** Like `forEachEngine` at full size; otherwise on one engine, because PGlite takes five times as long. */
export function forEachEngineAtFullSize(block: Block): void {
  const one = inject('testEngine');
  runOn(inject('fullSize') ? engines : engines.filter(([, engine]) => engine === one), block);
}

function runOn(chosen: typeof engines, block: Block): void {
  for (const [name, engine, openNew] of chosen) {
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
