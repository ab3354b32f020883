import { currentContext, runInContext, runOutsideContext } from '../../core/context.mjs';

/** A query on the root handle inside a transaction deadlocks on PGlite and can hang PostgreSQL’s pool. */
export interface NestingGuard {
  inside<T>(work: () => Promise<T>): Promise<T>;
  assertOutside(): void;
  /** Runs a callback that a commit triggers but that is not part of the transaction. */
  outside(work: () => void): void;
}

/** Closed ones are skipped, so that work that goes on after its transaction does not keep them. */
function openTransaction() {
  let found = currentContext().transaction;
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
        return await runInContext({ transaction }, work);
      } finally {
        // Background work started inside the transaction may query again.
        transaction.open = false;
      }
    },
    outside: runOutsideContext,
  };
  return guard;
}
