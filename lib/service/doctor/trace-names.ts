import { isDeepStrictEqual } from 'node:util';
import type { Where } from '../dialect';
import { followPath, isRecord, plainName } from '../find-field';

/** Where a fact stands: known by its name, or guessed by its value because no name we know is there. */
export interface Traced {
  readonly path: string;
  readonly by: 'name' | 'value';
}

const deepest = 4;
const mostPaths = 500;

/** Every path inside an object, outer ones first. Lists are not entered: what stands in them is another thing. */
export function pathsOf(value: unknown): string[] {
  const paths: string[] = [];
  let level: { path: string; value: unknown }[] = [{ path: '', value }];
  for (let depth = 0; depth < deepest && level.length > 0; depth += 1) {
    const inner: typeof level = [];
    for (const { path, value: object } of level) {
      if (!isRecord(object)) continue;
      for (const name of Object.keys(object)) {
        const whole = path === '' ? name : `${path}.${name}`;
        if (paths.length < mostPaths) paths.push(whole);
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
export function traceByName<T>(
  objects: readonly unknown[],
  where: Where,
  take: (value: unknown) => T | undefined,
  found: (index: number) => T | undefined,
): Traced | undefined {
  const leadsThere = (path: string): boolean =>
    objects.some((_, index) => found(index) !== undefined) &&
    objects.every((object, index) => isDeepStrictEqual(take(followPath(object, path)), found(index)));
  const candidates = 'paths' in where ? where.paths : orderByName(unite(objects.map(pathsOf)), where);
  const path = candidates.find(leadsThere);
  return path === undefined ? undefined : { path, by: 'name' };
}

/** The one path whose value can be nothing else, in every object. Two such paths are a doubt, and none is named. */
export function traceByValue(
  objects: readonly unknown[],
  isIt: (value: unknown, path: string) => boolean,
): Traced | undefined {
  if (objects.length === 0) return undefined;
  const fitting = unite(objects.map(pathsOf)).filter((path) =>
    objects.every((object) => isIt(followPath(object, path), path)),
  );
  const [only] = fitting;
  return fitting.length === 1 && only !== undefined ? { path: only, by: 'value' } : undefined;
}

function orderByName(paths: readonly string[], where: Exclude<Where, { paths: readonly string[] }>): string[] {
  const names = [...where.own, ...where.plain];
  const rank = (path: string): number => names.indexOf(plainName(path.slice(path.lastIndexOf('.') + 1)));
  return paths.filter((path) => rank(path) >= 0).sort((a, b) => rank(a) - rank(b));
}

function unite(lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())];
}
