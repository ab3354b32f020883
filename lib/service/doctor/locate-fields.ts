import { isDeepStrictEqual } from 'node:util';
import type { FactLocation } from '../dialect/dialect';
import { followPath, isRecord, normalizeName } from '../dialect/find-field';

/** Where a fact stands: known by its name, or guessed by its value because no name we know is there. */
export interface LocatedField {
  readonly path: string;
  readonly by: 'name' | 'value';
}

const maxDepth = 4;
const maxPaths = 500;

/** Every path inside an object, outer ones first. Lists are not entered: what stands in them is another thing. */
export function listPaths(value: unknown): string[] {
  const paths: string[] = [];
  let level: { path: string; value: unknown }[] = [{ path: '', value }];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    const inner: typeof level = [];
    for (const { path, value: object } of level) {
      if (!isRecord(object)) continue;
      for (const name of Object.keys(object)) {
        const whole = path === '' ? name : `${path}.${name}`;
        if (paths.length < maxPaths) paths.push(whole);
        inner.push({ path: whole, value: object[name] });
      }
    }
    level = inner;
  }
  return paths;
}

/**
 * The path at which a value that the readers found stands, in every one of the objects. A path is believed only when
 * following it gives that very value, so that a file made of such paths reads what was read without it.
 */
export function locateByName<T>(
  objects: readonly unknown[],
  where: FactLocation,
  parse: (value: unknown) => T | undefined,
  found: (index: number) => T | undefined,
): LocatedField | undefined {
  const leadsThere = (path: string): boolean =>
    objects.some((_, index) => found(index) !== undefined) &&
    objects.every((object, index) => isDeepStrictEqual(parse(followPath(object, path)), found(index)));
  const candidates = 'paths' in where ? where.paths : sortByName(uniquePaths(objects.map(listPaths)), where);
  const path = candidates.find(leadsThere);
  return path === undefined ? undefined : { path, by: 'name' };
}

/** The one path whose value can be nothing else, in every object. Two such paths are a doubt, and none is named. */
export function locateByValue(
  objects: readonly unknown[],
  isIt: (value: unknown, path: string) => boolean,
): LocatedField | undefined {
  if (objects.length === 0) return undefined;
  const fitting = uniquePaths(objects.map(listPaths)).filter((path) =>
    objects.every((object) => isIt(followPath(object, path), path)),
  );
  const [only] = fitting;
  return fitting.length === 1 && only !== undefined ? { path: only, by: 'value' } : undefined;
}

function sortByName(paths: readonly string[], where: Exclude<FactLocation, { paths: readonly string[] }>): string[] {
  const names = [...where.specific, ...where.generic];
  const rank = (path: string): number => names.indexOf(normalizeName(path.slice(path.lastIndexOf('.') + 1)));
  return paths.filter((path) => rank(path) >= 0).sort((a, b) => rank(a) - rank(b));
}

function uniquePaths(lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())];
}
