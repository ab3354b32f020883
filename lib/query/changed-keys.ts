import type { Change } from '../contract/stream';

/** A prefix of a query key. */
export type KeyPrefix = readonly string[];

/**
 * Which queries a change concerns. `atOnce` redraw in place and move nothing; `held` are lists, whose rows would slide
 * away under the reader: they wait until the person asks for the updates.
 */
export function changedKeys(change: Change): { atOnce: KeyPrefix[]; held: KeyPrefix[] } {
  const { kind, environment, subject } = change;
  switch (kind) {
    case 'import':
      return {
        atOnce: [
          ['import', environment, subject],
          ['imports', environment, 'counts'],
          ['queue', environment],
        ],
        held: [
          ['imports', environment],
          ['lookup', environment],
        ],
      };
    case 'decision':
    case 'request':
      return {
        atOnce: [
          ['import', environment, subject],
          ['queue', environment],
        ],
        held: [['imports', environment]],
      };
    case 'bulk':
      return {
        atOnce: [
          ['bulk', environment, subject],
          ['queue', environment],
        ],
        held: [],
      };
    case 'delivery':
      // Drawn by the server, which `useLiveRefresh` takes care of.
      return { atOnce: [], held: [] };
    case 'staff':
      return { atOnce: [['staff']], held: [] };
    case 'settings':
      return { atOnce: [['queue']], held: [] };
  }
}

export function hasPrefix(key: readonly unknown[], prefix: KeyPrefix): boolean {
  return prefix.every((part, index) => key[index] === part);
}
