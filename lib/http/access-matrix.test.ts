import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { allowedMethods } from './allowed-methods';
import { type PageRow, type RouteRow, pageMatrix, routeMatrix } from './access-matrix';

const app = fileURLToPath(new URL('../../app', import.meta.url));
const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).map((name) => join(app, name));
const routes: [string, RouteRow][] = Object.entries(routeMatrix);
const pages: [string, PageRow][] = Object.entries(pageMatrix);

const keyPaths =
  /^\/api\/(tools|customers|import-counts|start-links|attempts\/\[id\]|imports(\/\[id\](\/(customer-link|request|tags))?)?)$/;

/** The path of a file as the matrix spells it, without route groups. */
function addressOf(file: string): string {
  const folders = relative(app, file).split(sep).slice(0, -1);
  return `/${folders.filter((folder) => !/^\(.*\)$/.test(folder)).join('/')}`;
}

const handlers = files
  .filter((file) => /[\\/]route\.[jt]sx?$/.test(file))
  .flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const exported = [...source.matchAll(/^export (?!type|interface)(.*)$/gm)].map(([, rest = '']) => rest);
    return exported.map((rest) => {
      const method =
        /^const (GET|POST|PUT|PATCH|DELETE) = route\($|^const (GET|POST|PUT|PATCH|DELETE) = route\(\{/.exec(rest);
      const from = source.indexOf(`export ${rest}`);
      const id = /\bid: '([^']+)'/.exec(source.slice(from))?.[1];
      return { file: relative(app, file), path: addressOf(file), method: method?.[1] ?? method?.[2], id, rest };
    });
  });

describe('every route has a row and uses the wrapper', () => {
  test('finds routes', () => {
    expect(handlers.length).toBeGreaterThan(10);
  });

  test.each(handlers)('$file: $rest', ({ path, method, id }) => {
    // A bare exported function would have no access check.
    expect(method).toBeDefined();
    const row = routes.find(([name]) => name === id)?.[1];
    expect(row).toMatchObject({ path, method });
  });

  test('no row is used twice or unused', () => {
    expect(handlers.map(({ id }) => id).sort()).toEqual(routes.map(([id]) => id).sort());
  });

  test.each([
    ['/api/imports', 'GET, HEAD, POST'],
    ['/api/imports/417', 'GET, HEAD, PATCH'],
    ['/api/imports/417/tags', 'PATCH'],
    ['/api/keys', 'GET, HEAD, POST'],
    ['/api/auth/callback/credentials', 'GET, HEAD, POST'],
    ['/api/no-such-route', ''],
  ])('%s allows %s', (path, methods) => {
    expect(allowedMethods(path)).toBe(methods);
  });

  test('every route for people has a role', () => {
    for (const [id, row] of routes) {
      const forPeople = row.auth === 'session' || row.auth === 'sessionOrKey';
      expect([id, row.role !== undefined]).toEqual([id, forPeople]);
      expect([id, row.scope !== undefined]).toEqual([id, row.auth === 'sessionOrKey']);
      if (row.scope === 'read') expect([id, row.method]).toEqual([id, 'GET']);
      if (row.method !== 'GET') expect([id, row.auth]).not.toEqual([id, 'public']);
    }
  });
});

const pageFiles = files
  .filter((file) => /[\\/]page\.[jt]sx?$/.test(file))
  .map((file) => ({ file: relative(app, file), path: addressOf(file), source: readFileSync(file, 'utf8') }));

test('keys reach nothing that decides about money, manages Landfall or shows secrets', () => {
  const open = routes.filter(([, row]) => row.auth === 'sessionOrKey');
  expect(open.map(([, row]) => row.path).filter((path) => !keyPaths.test(path))).toEqual([]);
  for (const [id, row] of open)
    expect([id, row.role, row.recentAuth]).toEqual([id, expect.stringMatching(/viewer|agent/), undefined]);
});

describe('every page has a row and calls the guard', () => {
  test.each(pageFiles)('$file', ({ path, source }) => {
    const [id, row] = pages.find(([, known]) => known.path === path) ?? [];
    expect(row).toBeDefined();
    const guards = [...source.matchAll(/\bawait staffPage\(\s*'([^']+)'/g)].map(([, name]) => name);
    expect(guards).toEqual(row?.auth === 'staff' ? [id] : []);
    if (row?.auth === 'staff') expect(row.role).toBeDefined();
  });

  test('no page row is unused', () => {
    expect(pageFiles.map(({ path }) => path).sort()).toEqual(pages.map(([, row]) => row.path).sort());
  });

  test('uses no server actions: they would be routes without a row', () => {
    const sources = files.filter((file) => /\.[jt]sx?$/.test(file)).map((file) => readFileSync(file, 'utf8'));
    expect(sources.filter((source) => /^\s*['"]use server['"]/m.test(source))).toEqual([]);
  });
});
