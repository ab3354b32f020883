import type { Database } from '../database/database';

/** Counts the statements inside transactions, without `begin` and `commit`. */
export function countStatements(database: Database): Database & { takeCount(): number } {
  let count = 0;
  return {
    ...database,
    transaction: (work) =>
      database.transaction((tx) => {
        const { session } = tx._;
        const prepareQuery = session.prepareQuery.bind(session);
        session.prepareQuery = (...args) => {
          // Only on PostgreSQL does drizzle send `commit` through the session.
          if (!/^(commit|rollback)/.test(args[0].sql)) count += 1;
          return prepareQuery(...args);
        };
        return work(tx);
      }),
    takeCount: () => {
      const taken = count;
      count = 0;
      return taken;
    },
  };
}
