import type { Clock } from './clock';
import { dropOldest } from './drop-oldest';

/** Keeps what `read` returned for `maxAgeMs`, also while it is still being read, but not if it failed. */
export function createTimedCache<Key, Value>({
  clock,
  maxAgeMs,
  maxEntries,
}: {
  clock: Clock;
  maxAgeMs: number;
  maxEntries: number;
}): (key: Key, read: () => Promise<Value>) => Promise<Value> {
  const entries = new Map<Key, { atMs: number; value: Promise<Value> }>();
  return (key, read) => {
    const nowMs = clock.now().getTime();
    const known = entries.get(key);
    if (known && nowMs >= known.atMs && nowMs - known.atMs < maxAgeMs) return known.value;
    entries.delete(key);
    const entry = { atMs: nowMs, value: read() };
    entries.set(key, entry);
    dropOldest(entries, maxEntries);
    entry.value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    return entry.value;
  };
}
