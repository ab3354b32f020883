import { isDeepStrictEqual } from 'node:util';
import type { Dialect } from '../dialect';
import { loadDialect } from '../load-dialect';
import type { Reading } from '../reading';
import type { Shape } from './trace-shapes';

export type Section = 'tool' | 'created' | 'listed' | 'detailed';

/** An answer that was seen, where its facts stand, and how it is read under any dialect. */
export interface Seen {
  readonly section: Section;
  readonly shape: Shape;
  readonly read: (dialect: Dialect) => Reading<unknown>;
}

/**
 * The text of a dialect file that pins what was found. Each section is tried on the answer it came from before it is
 * written: one that would read worse than no file at all is left out.
 */
export function writeDialect(found: {
  base: Dialect;
  toolValue: Dialect['toolValue'];
  seen: readonly Seen[];
  comment: readonly string[];
}): string {
  const base = { ...found.base, toolValue: found.toolValue };
  const sections = found.seen.filter((seen) => readsAsWell(base, found.toolValue, seen));
  return toText(found.toolValue, sections, found.comment);
}

function toText(toolValue: Dialect['toolValue'], sections: readonly Seen[], comment: readonly string[]): string {
  const file: Record<string, unknown> = { ...(comment.length > 0 ? { $comment: comment } : {}), toolValue };
  for (const { section, shape } of sections) {
    const pinned: Record<string, string> = shape.envelope === null ? {} : { envelope: shape.envelope };
    for (const [fact, { path }] of Object.entries(shape.names)) pinned[fact] = path;
    if (Object.keys(pinned).length > 0) file[section] = pinned;
  }
  return `${JSON.stringify(file, null, 2)}\n`;
}

function readsAsWell(base: Dialect, toolValue: Dialect['toolValue'], seen: Seen): boolean {
  const before = seen.read(base);
  const after = seen.read(loadDialect(toText(toolValue, [seen], [])));
  const guessed = Object.values(seen.shape.names).some(({ by }) => by === 'value');
  if (guessed) return weigh(after) < weigh(before);
  return weigh(after) <= weigh(before) && isDeepStrictEqual(after.value, before.value);
}

/** How much is not there: an unreadable answer counts for more than any missing facts. */
function weigh({ missing, unreadable }: Reading<unknown>): number {
  return missing.length + (unreadable === null ? 0 : 100);
}
