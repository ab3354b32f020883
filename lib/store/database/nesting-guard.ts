import { AsyncLocalStorage } from 'node:async_hooks';

/** A query on the root handle inside a transaction deadlocks on PGlite and can hang PostgreSQL’s pool. */
export interface NestingGuard {
  inside<T>(work: () => Promise<T>): Promise<T>;
  assertOutside(): void;
  /** Runs a callback that a commit triggers but that is not part of the transaction. */
  outside(work: () => void): void;
}

interface Transaction {
  readonly guard: NestingGuard;
  readonly around: Transaction | undefined;
  open: boolean;
}

/** One for all databases: before Node 24, each storage that was ever used makes every promise of the process slower. */
const transactions = new AsyncLocalStorage<Transaction>();

/** Closed ones are skipped, so that work that goes on after its transaction does not keep them. */
function openTransaction(): Transaction | undefined {
  let found = transactions.getStore();
  while (found && !found.open) found = found.around;
  return found;
}

export function createNestingGuard(): NestingGuard {
  const guard: NestingGuard = {
    assertOutside: () => {
      for (let one = openTransaction(); one; one = one.around) {
        if (one.guard === guard && one.open) {
          throw new Error('the root handle was used inside an open transaction; use `tx`');
        }
      }
    },
    inside: async (work) => {
      guard.assertOutside();
      const transaction = { guard, around: openTransaction(), open: true };
      try {
        return await transactions.run(transaction, work);
      } finally {
        // Background work started inside the transaction may query again.
        transaction.open = false;
      }
    },
    outside: (work) => transactions.exit(work),
  };
  return guard;
}
