import type { Db } from './database';

/**
 * Builds a statement once per database: building it from drizzle's parts takes about as long as PGlite needs to run it.
 * `shape` is what changes its text; values are placeholders.
 */
export function prepareOnce<Shape extends readonly unknown[], Statement>(
  build: (db: Db, ...shape: Shape) => Statement,
): (db: Db, ...shape: Shape) => Statement {
  const built = new WeakMap<Db, Map<string, Statement>>();
  return (db, ...shape) => {
    const ofDb = built.get(db) ?? new Map<string, Statement>();
    built.set(db, ofDb);
    const key = JSON.stringify(shape);
    const statement = ofDb.get(key) ?? build(db, ...shape);
    ofDb.set(key, statement);
    return statement;
  };
}
