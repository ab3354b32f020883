import type { Clock } from '../core/clock';
import { createTimedCache } from '../core/create-timed-cache';

/** For what depends on the time, or changes without an event: the age of polls, for instance. */
const maxAgeMs = 2_000;

/**
 * Reads once for all pages that are loaded until the next change. A page is never shown older data than its live position
 * says, because both come from the same notifications. Not for the API: its caller may know of a change from another
 * instance before this one does.
 */
export function createSharing({ clock, feed }: { clock: Clock; feed: { version(): number | undefined } }) {
  return <Key extends string, Value>(read: (key: Key) => Promise<Value>): ((key: Key) => Promise<Value>) => {
    const cached = createTimedCache<string, Value>({ clock, maxAgeMs, maxEntries: 4 });
    return (key) => {
      const version = feed.version();
      return version === undefined ? read(key) : cached(`${version} ${key}`, () => read(key));
    };
  };
}
