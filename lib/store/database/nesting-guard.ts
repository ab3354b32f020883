import { AsyncLocalStorage } from 'node:async_hooks';

/** A query on the root handle inside a transaction deadlocks on PGlite and can hang PostgreSQL’s pool. */
export interface NestingGuard {
  inside<T>(work: () => Promise<T>): Promise<T>;
  assertOutside(): void;
  /** Runs a callback that a commit triggers but that is not part of the transaction. */
  outside(work: () => void): void;
}

export function createNestingGuard(): NestingGuard {
  const scope = new AsyncLocalStorage<{ open: boolean }>();
  const assertOutside = () => {
    if (scope.getStore()?.open) {
      throw new Error('the root handle was used inside an open transaction; use `tx`');
    }
  };
  return {
    assertOutside,
    inside: async (work) => {
      assertOutside();
      const state = { open: true };
      try {
        return await scope.run(state, work);
      } finally {
        // Background work started inside the transaction may query again.
        state.open = false;
      }
    },
    outside: (work) => scope.exit(work),
  };
}
