import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

/**
 * The oldest versions we may run and why, checked in November 2026. One floor per maintained major version; a major
 * version without a floor is rejected, so that no old one comes in through a dependency.
 */
const minimumVersions: Readonly<Record<string, { from: readonly string[]; why: string }>> = {
  next: {
    from: ['16.4.3'],
    why: '16.4.0 and older allow remote code execution; older lines trust x-middleware-subrequest',
  },
  'next-auth': {
    from: ['4.24.15'],
    why: 'the latest stable version; older ones allow forged addresses in e-mail sign-in',
  },
  'openid-client': { from: ['5.7.1'], why: 'checks state, nonce and PKCE for us' },
  jose: { from: ['4.15.5', '6.0.0'], why: 'unbounded decompression' },
  cookie: { from: ['0.7.0'], why: 'cookie names can inject other fields' },
  zod: { from: ['4.6.7'], why: 'denial of service by one input' },
  standardwebhooks: { from: ['1.1.1'], why: '1.0.0 accepts an empty secret' },
  undici: { from: ['7.30.2'], why: 'sends our token' },
  pg: { from: ['8.23.1'], why: 'transfers our data' },
  'drizzle-orm': { from: ['0.45.4'], why: 'tested with our queries and migrations' },
  '@electric-sql/pglite': { from: ['0.5.14'], why: 'our limits were measured with it' },
  react: { from: ['19.3.1'], why: 'fixes the Flight protocol' },
  'react-dom': { from: ['19.3.1'], why: 'goes with react' },
  postcss: { from: ['8.4.31'], why: 'parses line breaks incorrectly' },
  nanoid: { from: ['3.3.8'], why: 'repeated ids for fractional sizes' },
  semver: { from: ['6.3.1', '7.5.2'], why: 'denial of service by one version' },
  '@babel/runtime': { from: ['7.26.10', '8.0.0'], why: 'slow regular expressions' },
  koa: { from: ['3.0.1'], why: 'open redirect (OIDC provider of the tests)' },
  vite: { from: ['8.3.5'], why: 'serves files outside the root (tests only)' },
};

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.optional(z.string()), integrity: z.optional(z.string()), link: z.optional(z.boolean()) }),
  ),
});
const { packages } = lockSchema.parse(
  JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')),
);
const installed = Object.entries(packages).filter(([path]) => path !== '');
const packageName = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

test.each(Object.entries(minimumVersions))('%s is not older than its minimum version', (name, { from, why }) => {
  const versions = installed.filter(([path]) => packageName(path) === name).map(([, { version = '' }]) => version);
  expect(versions.length, `${name} is not installed: remove its floor`).toBeGreaterThan(0);
  for (const version of versions) expect(isAllowed(version, from), `${name} ${version}: ${why}`).toBe(true);
});

test('every package in the lockfile is pinned by an integrity hash', () => {
  expect(installed.length).toBeGreaterThan(300);
  expect(
    installed.filter(([, entry]) => !entry.link && !entry.integrity?.startsWith('sha512-')).map(([path]) => path),
  ).toEqual([]);
});

test('the bill of materials lists what is installed for production, with hashes and without development tools', () => {
  const component = z.object({ name: z.string(), version: z.string() });
  const hashed = component.extend({
    'bom-ref': z.string(),
    hashes: z.tuple([z.object({ alg: z.literal('SHA-512'), content: z.string().regex(/^[0-9a-f]{128}$/) })]),
  });
  const output = execFileSync('node', ['scripts/sbom.mjs'], { encoding: 'utf8' });
  const { metadata, components, dependencies } = z
    .object({
      bomFormat: z.literal('CycloneDX'),
      metadata: z.object({ component }),
      components: z.array(hashed),
      dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
    })
    .parse(JSON.parse(output));
  const direct = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8'))).dependencies;
  const listed = components.map(({ name, version }) => `${name} ${version}`);
  expect(metadata.component.name).toBe('landfall');
  expect(Object.entries(direct).filter(([name, version]) => !listed.includes(`${name} ${version}`))).toEqual([]);
  expect(listed.filter((name) => /^(vitest|oxlint|knip) /.test(name))).toEqual([]);
  const refs = new Set(components.map((entry) => entry['bom-ref']));
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
  expect(dependencies[0]?.dependsOn).toHaveLength(Object.keys(direct).length);
});

test('a version below its floor, or of a major version without one, is rejected', () => {
  expect(isAllowed('16.4.2', ['16.4.3'])).toBe(false);
  expect(isAllowed('15.9.9', ['16.4.3'])).toBe(false);
  expect(isAllowed('16.4.3-canary.1', ['16.4.3'])).toBe(false);
  expect(isAllowed('16.10.0', ['16.4.3'])).toBe(true);
  expect(isAllowed('17.0.0', ['16.4.3'])).toBe(true);
  expect(isAllowed('5.0.0', ['4.15.5', '6.0.0'])).toBe(false);
  expect(isAllowed('0.6.9', ['0.7.0'])).toBe(false);
});

/** Major versions newer than the newest floor are allowed. */
function isAllowed(version: string, floors: readonly string[]): boolean {
  const numbers = parseVersion(version);
  const line = floors.map(parseVersion).find((floor) => floor[0] === numbers[0]);
  if (line) return !isOlder(numbers, line) && !(version.includes('-') && !isOlder(line, numbers));
  return floors.map(parseVersion).every((floor) => isOlder(floor, numbers));
}

function parseVersion(version: string): number[] {
  return version.split('-', 1).join('').split('.').map(Number);
}

function isOlder(a: readonly number[], b: readonly number[]): boolean {
  const at = [0, 1, 2].find((index) => a[index] !== b[index]);
  return at !== undefined && (a[at] ?? 0) < (b[at] ?? 0);
}
