/**
 * Waiting calls, one person after the other: the oldest call of the first, then of the next. A person's k-th call waits for at most
 * k calls of each other person, however many those have.
 */
export function createFairQueue<T>() {
  /** In the order in which they are served. */
  const byPerson = new Map<string | null, Set<T>>();
  let size = 0;

  function remove(person: string | null, call: T): boolean {
    const calls = byPerson.get(person);
    if (!calls?.delete(call)) return false;
    if (calls.size === 0) byPerson.delete(person);
    size -= 1;
    return true;
  }

  return {
    size: () => size,
    add(person: string | null, call: T): void {
      const calls = byPerson.get(person) ?? new Set();
      calls.add(call);
      byPerson.set(person, calls);
      size += 1;
    },
    remove,
    takeNext(): T | undefined {
      for (const [person, calls] of byPerson) {
        for (const call of calls) {
          remove(person, call);
          // Moves the person to the end.
          if (byPerson.delete(person)) byPerson.set(person, calls);
          return call;
        }
      }
      return undefined;
    },
  };
}
