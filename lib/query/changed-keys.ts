import type { Change } from '../contract/stream';

/** A prefix of a query key. */
export type KeyPrefix = readonly string[];

/**
 * Which queries a change concerns. `atOnce` redraw in place and move nothing; `held` are lists, whose rows would slide
 * away under the reader: they wait until the person asks for the updates.
 */
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
      // Drawn by the server, which `useLiveRefresh` takes care of.
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
