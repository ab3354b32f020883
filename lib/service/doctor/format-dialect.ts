import { isDeepStrictEqual } from 'node:util';
import type { Dialect } from '../dialect/dialect';
import { parseDialect } from '../dialect/parse-dialect';
import type { ReadResult } from '../readers/read-result';
import type { ResponseShape } from './response-shapes';

export type Section = 'tool' | 'created' | 'listed' | 'detailed';

/** An answer that was seen, where its facts stand, and how it is read under any dialect. */
export interface ResponseSample {
  readonly section: Section;
  readonly shape: ResponseShape;
  readonly read: (dialect: Dialect) => ReadResult<unknown>;
}

/**
 * The text of a dialect file that pins what was found. Each section is tried on the answer it came from before it is
 * written: one that would read worse than no file at all is left out.
 */
export function formatDialect(found: {
  base: Dialect;
  toolValue: Dialect['toolValue'];
  samples: readonly ResponseSample[];
  comment: readonly string[];
}): string {
  const base = { ...found.base, toolValue: found.toolValue };
  const sections = found.samples.filter((samples) => readsNoWorse(base, found.toolValue, samples));
  return toFileText(found.toolValue, sections, found.comment);
}

function toFileText(
  toolValue: Dialect['toolValue'],
  sections: readonly ResponseSample[],
  comment: readonly string[],
): string {
  const file: Record<string, unknown> = { ...(comment.length > 0 ? { $comment: comment } : {}), toolValue };
  for (const { section, shape } of sections) {
    const pinned: Record<string, string> = shape.envelope === null ? {} : { envelope: shape.envelope };
    for (const [fact, { path }] of Object.entries(shape.fields)) pinned[fact] = path;
    if (Object.keys(pinned).length > 0) file[section] = pinned;
  }
  return `${JSON.stringify(file, null, 2)}\n`;
}

function readsNoWorse(base: Dialect, toolValue: Dialect['toolValue'], samples: ResponseSample): boolean {
  const before = samples.read(base);
  const after = samples.read(parseDialect(toFileText(toolValue, [samples], [])));
  const guessed = Object.values(samples.shape.fields).some(({ by }) => by === 'value');
  if (guessed) return countMissing(after) < countMissing(before);
  return countMissing(after) <= countMissing(before) && isDeepStrictEqual(after.value, before.value);
}

/** How much is not there: an unreadable answer counts for more than any missing facts. */
function countMissing({ missing, unreadable }: ReadResult<unknown>): number {
  return missing.length + (unreadable === null ? 0 : 100);
}
