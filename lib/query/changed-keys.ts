import type { Change } from '../contract/stream';

export type KeyPrefix = readonly string[];

/** `deferred` are lists whose rows would move while being read: they wait until the person shows the updates. */
export function changedKeys(change: Change): { immediate: KeyPrefix[]; deferred: KeyPrefix[] } {
  const { kind, environment, subject } = change;
  switch (kind) {
    case 'import':
      return {
        immediate: [
          ['import', environment, subject],
          ['imports', environment, 'counts'],
          ['queue', environment],
        ],
        deferred: [
          ['imports', environment],
          ['lookup', environment],
        ],
      };
    case 'decision':
    case 'request':
      return {
        immediate: [
          ['import', environment, subject],
          ['imports', environment, 'counts'],
          ['queue', environment],
        ],
        deferred: [['imports', environment]],
      };
    case 'bulk':
      return {
        immediate: [
          ['bulk', environment, subject],
          ['queue', environment],
        ],
        deferred: [],
      };
    case 'delivery':
      // Server-rendered; see `useLiveRefresh`.
      return { immediate: [], deferred: [] };
    case 'staff':
      return { immediate: [['staff']], deferred: [] };
    case 'settings':
      return { immediate: [['queue']], deferred: [] };
  }
}

export function hasPrefix(key: readonly unknown[], prefix: KeyPrefix): boolean {
  return prefix.every((part, index) => key[index] === part);
}
