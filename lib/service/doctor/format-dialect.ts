import { isDeepStrictEqual } from 'node:util';
import type { Dialect } from '../dialect/dialect';
import { parseDialect } from '../dialect/parse-dialect';
import type { ReadResult } from '../readers/read-result';
import type { ResponseShape } from './response-shapes';

export type Section = 'tool' | 'created' | 'listed' | 'detailed';

export interface ResponseSample {
  readonly section: Section;
  readonly shape: ResponseShape;
  readonly read: (dialect: Dialect) => ReadResult<unknown>;
}

/** Writes a dialect file. A section that would read its own sample worse than no file at all is left out. */
export function formatDialect(found: {
  base: Dialect;
  toolValue: Dialect['toolValue'];
  samples: readonly ResponseSample[];
  comment: readonly string[];
}): string {
  const base = { ...found.base, toolValue: found.toolValue };
  const sections = found.samples.filter((sample) => readsNoWorse(base, found.toolValue, sample));
  return toFileText(found.toolValue, sections, found.comment);
}

function toFileText(
  toolValue: Dialect['toolValue'],
  sections: readonly ResponseSample[],
  comment: readonly string[],
): string {
  const file: Record<string, unknown> = { ...(comment.length > 0 ? { $comment: comment } : {}), toolValue };
  for (const { section, shape } of sections) {
    const paths: Record<string, string> = shape.envelope === null ? {} : { envelope: shape.envelope };
    for (const [fact, { path }] of Object.entries(shape.fields)) paths[fact] = path;
    if (Object.keys(paths).length > 0) file[section] = paths;
  }
  return `${JSON.stringify(file, null, 2)}\n`;
}

function readsNoWorse(base: Dialect, toolValue: Dialect['toolValue'], sample: ResponseSample): boolean {
  const before = sample.read(base);
  const after = sample.read(parseDialect(toFileText(toolValue, [sample], [])));
  const guessed = Object.values(sample.shape.fields).some(({ by }) => by === 'value');
  if (guessed) return countMissing(after) < countMissing(before);
  return countMissing(after) <= countMissing(before) && isDeepStrictEqual(after.value, before.value);
}

/** An unreadable response counts more than any number of missing facts. */
function countMissing({ missing, unreadable }: ReadResult<unknown>): number {
  return missing.length + (unreadable === null ? 0 : 100);
}
