/** Maps and Sets keep the order of insertion, so the first key is the oldest. */
export function dropOldest<Key>(entries: Map<Key, unknown> | Set<Key>, max: number): void {
  const [oldest] = entries.keys();
  if (entries.size > max && oldest !== undefined) entries.delete(oldest);
}
