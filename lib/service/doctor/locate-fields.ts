import { isDeepStrictEqual } from 'node:util';
import type { FactLocation } from '../dialect/dialect';
import { followPath, isRecord, normalizeName } from '../dialect/find-field';

/** Found by a known name, or guessed from its value. */
export interface LocatedField {
  readonly path: string;
  readonly by: 'name' | 'value';
}

const maxDepth = 4;
const maxPaths = 500;

/** Every path in an object, outer ones first. Arrays are not entered. */
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

/** The path of a value that the readers found, in all objects. Following it must return exactly that value. */
export function locateByName<T>(
  objects: readonly unknown[],
  where: FactLocation,
  parse: (value: unknown) => T | undefined,
  found: (index: number) => T | undefined,
): LocatedField | undefined {
  const leadsToValue = (path: string): boolean =>
    objects.some((_, index) => found(index) !== undefined) &&
    objects.every((object, index) => isDeepStrictEqual(parse(followPath(object, path)), found(index)));
  const candidates = 'paths' in where ? where.paths : sortByName(uniquePaths(objects.map(listPaths)), where);
  const path = candidates.find(leadsToValue);
  return path === undefined ? undefined : { path, by: 'name' };
}

/** The only path with a matching value in all objects; undefined when two paths match. */
export function locateByValue(
  objects: readonly unknown[],
  matches: (value: unknown, path: string) => boolean,
): LocatedField | undefined {
  if (objects.length === 0) return undefined;
  const [path, ...others] = uniquePaths(objects.map(listPaths)).filter((candidate) =>
    objects.every((object) => matches(followPath(object, candidate), candidate)),
  );
  return path !== undefined && others.length === 0 ? { path, by: 'value' } : undefined;
}

function sortByName(paths: readonly string[], where: Exclude<FactLocation, { paths: readonly string[] }>): string[] {
  const names = [...where.specific, ...where.generic];
  const rank = (path: string): number => names.indexOf(normalizeName(path.slice(path.lastIndexOf('.') + 1)));
  return paths.filter((path) => rank(path) >= 0).sort((a, b) => rank(a) - rank(b));
}

function uniquePaths(lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())];
}
