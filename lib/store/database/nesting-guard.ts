import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Inside an open transaction only `tx` may be used. On PGlite a query on the root handle would wait for the
 * transaction that waits for it, and on PostgreSQL it would take a second connection out of the pool: the first
 * hangs always, the second under load. Both engines refuse it at once instead, so that every test would find it.
 */
export interface NestingGuard {
  inside<T>(work: () => Promise<T>): Promise<T>;
  /** Throws when the caller stands inside an open transaction. */
  assertOutside(): void;
  /** For what is called back from within a transaction's commit but is no part of it. */
  outside(work: () => void): void;
}

export function createNestingGuard(): NestingGuard {
  const scope = new AsyncLocalStorage<{ open: boolean }>();
  return {
    inside: (work) => {
      const state = { open: true };
      return scope.run(state, work).finally(() => {
        // What the work left running in the background is free again once the transaction is over.
        state.open = false;
      });
    },
    assertOutside: () => {
      if (scope.getStore()?.open) {
        throw new Error('the root handle was used inside an open transaction; use the transaction it was given');
      }
    },
    outside: (work) => scope.exit(work),
  };
}
