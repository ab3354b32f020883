import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkPageSizes, measurePageSizes } from './measure-page-sizes';

let dist: string;
beforeEach(() => void (dist = mkdtempSync(join(tmpdir(), 'landfall-weigh-'))));
afterEach(() => rmSync(dist, { recursive: true, force: true }));

function put(path: string, content: string | Buffer) {
  mkdirSync(dirname(join(dist, path)), { recursive: true });
  writeFileSync(join(dist, path), content);
}

/** Writes a page as Next 16 does: a reference manifest next to the page, the shared chunks in its folder. */
function putPage(page: string, own: Record<string, string[]>, everywhere = ['static/main.js', 'static/poly.css']) {
  const at = `server/app${page}`;
  put(`${at}/build-manifest.json`, JSON.stringify({ rootMainFiles: everywhere, polyfillFiles: ['static/old.js'] }));
  const entry = JSON.stringify({ entryJSFiles: own });
  const begin = 'globalThis.__RSC_MANIFEST = globalThis.__RSC_MANIFEST || {};';
  put(`${at}_client-reference-manifest.js`, `${begin}\nglobalThis.__RSC_MANIFEST[${JSON.stringify(page)}] = ${entry};`);
}

test('the size of a page counts each script once, as it is sent: shared, from layouts and its own', () => {
  const [main, frame, own] = [randomBytes(1000), randomBytes(2000), Buffer.alloc(50_000, 'a')];
  put('static/main.js', main);
  put('static/frame.js', frame);
  put('static/own.js', own);
  put('static/own.js.br', randomBytes(300));
  put('static/poly.css', 'x');
  putPage('/(staff)/imports/page', { layout: ['static/frame.js'], page: ['static/frame.js', 'static/own.js'] });
  putPage('/(customer)/start/page', {}, []);
  expect(measurePageSizes(dist)[0]).toMatchObject({ page: '/(staff)/imports/page', bytes: 3300 });
  expect(checkPageSizes(dist)).toContain('/(staff)/imports/page');
});

test.each([
  { kind: 'staff', page: '/(staff)/audit/page', budget: '167.0' },
  { kind: 'customer', page: '/(customer)/trouble/page', budget: '122.5' },
])('a $kind page over the budget fails by name', ({ kind, page, budget }) => {
  put('static/main.js', randomBytes(1000));
  put('static/fat.js', randomBytes(173_000));
  putPage('/(staff)/page', {}, ['static/main.js']);
  putPage('/(customer)/start/page', {}, ['static/main.js']);
  putPage('/(auth)/sign-in/page', { page: ['static/fat.js'] }, ['static/main.js']);
  expect(checkPageSizes(dist)).not.toContain('sign-in');
  putPage(page, { page: ['static/fat.js'] }, ['static/main.js']);
  expect(() => checkPageSizes(dist)).toThrow(`a ${kind} page is beyond its budget of ${budget} kB: ${page}.`);
});

test('a build without pages or without a list of scripts fails', () => {
  expect(() => checkPageSizes(dist)).toThrow('No staff page was found');
  putPage('/(staff)/page', {});
  put('server/app/(staff)/page_client-reference-manifest.js', 'globalThis.__RSC_MANIFEST = { "/(staff)/page": {} };');
  expect(() => checkPageSizes(dist)).toThrow('does not say which scripts its page loads');
});
