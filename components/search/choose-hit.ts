import type { Hit } from './rank-hits';

interface HitChoice {
  hits: readonly Hit[];
  /** The key of the hit that was chosen with arrow keys or the mouse. */
  chosen: string | null;
  settled: boolean;
}

/** The best hit is highlighted until another one is chosen. */
export function highlightedHit({ hits, chosen }: Omit<HitChoice, 'settled'>): Hit | undefined {
  return hits.find(({ key }) => key === chosen) ?? hits[0];
}

/** What Enter opens: nothing until the answer for the current query has arrived, unless a hit was chosen. */
export function hitToOpen({ hits, chosen, settled }: HitChoice): Hit | undefined {
  return settled ? highlightedHit({ hits, chosen }) : hits.find(({ key }) => key === chosen);
}

/** The hit an arrow key moves to, from the last one to the first. Undefined for other keys. */
export function hitAfterKey(press: string, { hits, chosen }: Omit<HitChoice, 'settled'>): Hit | undefined {
  const step = press === 'ArrowDown' ? 1 : press === 'ArrowUp' ? -1 : undefined;
  const from = highlightedHit({ hits, chosen });
  if (step === undefined || !from) return undefined;
  return hits.at((hits.indexOf(from) + step) % hits.length);
}
