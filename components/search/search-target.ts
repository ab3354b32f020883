/** A page that shows results itself: the field filters it instead of showing suggestions. */
export interface SearchTarget {
  filter(query: string): void;
  /** Opens the first result for the query, also if it is still loading. */
  openFirst(query: string): void;
  /** Moves the focus to the first result. */
  focusFirst(query: string): void;
  /** Looks the name up at the service once it is searched for. */
  lookUp(query: string): void;
}

let current: SearchTarget | null = null;

export function searchTarget(): SearchTarget | null {
  return current;
}

export function registerSearchTarget(target: SearchTarget): () => void {
  current = target;
  return () => {
    if (current === target) current = null;
  };
}
