import type { Db } from './database';

/**
 * Builds a statement once per database: building it from drizzle's parts takes about as long as PGlite needs to run it.
 * `shape` is what changes its text; values are placeholders.
 */
export function prepareOnce<Shape extends readonly unknown[], Statement>(
  build: (db: Db, ...shape: Shape) => Statement,
): (db: Db, ...shape: Shape) => Statement {
  const keep = keepStatements<Statement>();
  return (db, ...shape) => keep(db, shape, () => build(db, ...shape));
}

/** Like `prepareOnce`, for a statement that is built from more than its shape. The number of shapes must be bounded. */
export function keepStatements<Statement>() {
  const built = new WeakMap<Db, Map<string, Statement>>();
  return (db: Db, shape: readonly unknown[], build: () => Statement): Statement => {
    const ofDb = built.get(db) ?? new Map<string, Statement>();
    built.set(db, ofDb);
    const key = JSON.stringify(shape);
    const statement = ofDb.get(key) ?? build();
    ofDb.set(key, statement);
    return statement;
  };
}
