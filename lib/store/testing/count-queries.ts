import type { Database } from '../database/database';

const queryMethods = ['select', 'selectDistinct', 'insert', 'update', 'delete', 'execute'];

/** The same database, which counts queries outside of transactions. */
export function countQueries(database: Database): { database: Database; takeCount: () => number } {
  let count = 0;
  const db = new Proxy(database.db, {
    get: (target, name) => {
      if (queryMethods.includes(String(name))) count += 1;
      return Reflect.get(target, name, target);
    },
  });
  const takeCount = () => {
    const taken = count;
    count = 0;
    return taken;
  };
  return { database: { ...database, db }, takeCount };
}
