import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Inside an open transaction only `tx` may be used. A query on the root handle would always deadlock on PGlite, and on
 * PostgreSQL would take a second connection from the pool and hang under load. Both engines reject it at once.
 */
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
