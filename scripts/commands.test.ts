import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it, test } from 'vitest';
import { z } from 'zod';
import { createCipher } from '../lib/core/cipher';
import { addKey, loadOrCreateKeys } from '../lib/core/keys';
import { parseDialect } from '../lib/service/dialect/parse-dialect';
import { openDatabase } from '../lib/store/database/open-database';
import { readMigrations } from '../lib/store/database/read-migrations';
import { unfinishedKey } from '../lib/store/backup/create-loader';
import { writeInstallationValue } from '../lib/store/database/installation';
import { bundleScript } from '../lib/store/testing/bundle-script';
import { createTestPostgresUrl, readTestTemplate } from '../lib/store/testing/open-test-database';
import { startSimulator, type RunningSimulator } from '../simulator/start-simulator';

const atFullSize = it.runIf(inject('fullSize'));

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const packageSchema = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = packageSchema.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));

test('every script in package.json points to an existing file', () => {
  const named = Object.values(scripts).flatMap((line) => line.match(/\S+\.(?:ts|mjs|cjs)\b/g) ?? []);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'landfall commands '));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs in an empty folder with only PATH set, so that no .env of this machine is read. */
async function run(
  command: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
  { input = '', cwd = folder } = {},
) {
  // As in vitest.config.ts.
  const child = spawn(process.execPath, ['--liftoff-only', await bundleScript(`scripts/${command}.ts`), ...args], {
    cwd,
    env: { NODE_ENV: 'test', PATH: process.env['PATH'] ?? '', ...env },
  });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

describe('npm run doctor', () => {
  const token = 'secret-token';
  let simulator: RunningSimulator;
  beforeAll(async () => {
    simulator = await startSimulator({ port: 0, rate: 1_000, dialect: 'camel', token });
  });
  afterAll(() => simulator.close());

  it('reports success and the settings to add, given only a URL and a token', async () => {
    const { code, out, err } = await run(
      'doctor',
      ['--url', simulator.url, '--token-stdin'],
      {},
      { input: `${token}\n` },
    );
    expect(err).toBe('');
    expect(out).toContain('accepted the token');
    expect(out).toContain('id: data.importId');
    expect(out).toContain(`SERVICE_URL=${simulator.url}`);
    expect(out).toContain('A webhook secret (WEBHOOK_SECRET is not set).');
    expect(out.trimEnd().split('\n').at(-1)).toBe('Everything works.');
    expect(out).not.toContain(token);
    expect(code).toBe(0);
    expect(simulator.history()).toEqual([]);
  });

  it.each([
    ['of the configured service is not sent to another one', 'https://service.example/api/v2.1', 'X'],
    ['is sent if no service is configured', '', 'a password'],
  ])('the password %s', async (_name, configured, sent) => {
    const passwords = new Set<string>();
    const other = createServer(({ headers }, response) => {
      const credentials = Buffer.from(String(headers.authorization).replace('Basic ', ''), 'base64').toString();
      passwords.add(credentials.slice(credentials.indexOf(':') + 1));
      response.writeHead(500).end();
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/api/v2.1`;
    const env = { SERVICE_URL: configured, SERVICE_TOKEN: configured && 'token', SERVICE_PASSWORD: 'a password' };
    const { code } = await run('doctor', ['--url', url, '--token', token], env);
    other.close();
    expect([code, ...passwords]).toEqual([1, sent]);
  });

  atFullSize(
    'reads settings from the environment, writes a loadable dialect file and does not overwrite it',
    async () => {
      const env = { SERVICE_URL: simulator.url, SERVICE_TOKEN: token, WEBHOOK_SECRET: 'another-secret-of-the-tests' };
      const first = await run('doctor', ['--write', 'dialect.json', '--json'], env);
      expect(first.code).toBe(0);
      const found = z.object({ settings: z.array(z.unknown()) }).parse(JSON.parse(first.out));
      expect(found.settings).toEqual([{ name: 'SERVICE_DIALECT', value: 'dialect.json' }]);
      const dialect = parseDialect(await readFile(path.join(folder, 'dialect.json'), 'utf8'));
      expect(dialect.detailed.facts.status).toEqual({ paths: ['data.statusText'] });
      expect(first.out).not.toMatch(/secret-token|another-secret/);

      const again = await run('doctor', ['--write', 'dialect.json'], env);
      expect(again).toMatchObject({
        code: 1,
        err: 'dialect.json already exists. Remove it, or choose another file.\n',
      });
      const pinned = await run('doctor', [], { ...env, SERVICE_DIALECT: 'dialect.json' });
      expect(pinned).toMatchObject({ code: 0, err: '' });
    },
  );

  atFullSize('exits with 1 and names the setting when something must be changed', async () => {
    const env = { SERVICE_URL: simulator.url, SERVICE_TOKEN: token, SERVICE_REDIRECT_HOSTS: 'service.example' };
    const { code, out } = await run('doctor', [], env);
    expect(code).toBe(1);
    expect(out).toContain('SERVICE_REDIRECT_HOSTS=service.example,127.0.0.1');
    expect(out.trimEnd().split('\n').at(-1)).toBe('One finding needs attention.');
  });

  it.each([
    [
      [],
      {},
      'No service is set in the environment. Use --url URL --token TOKEN, or set SERVICE_URL and SERVICE_TOKEN. ' +
        'If it was entered in the browser, use Check under Settings > Connection.\n',
    ],
    [['--url', 'https://x.example'], {}, 'Use --url and --token together, or neither.\n'],
    [
      ['--url', 'service', '--token', 'abc'],
      {},
      'Bad setting: SERVICE_URL must be a full address, such as https://service.example/api/v2.1.\n',
    ],
    [
      [],
      { SERVICE_URL: 'https://x.example', SERVICE_TOKEN: 'abc', SERVICE_DIALECT: 'no-such.json' },
      'The dialect file no-such.json (SERVICE_DIALECT) cannot be read.\n',
    ],
  ])('reports in one message what is wrong with %j %j', async (args, env, message) => {
    expect(await run('doctor', args, env)).toEqual({ code: 1, out: '', err: message });
  });

  it('shows the help for an unknown option', async () => {
    const { code, err } = await run('doctor', ['--frobnicate']);
    expect(code).toBe(1);
    expect(err).toContain("Unknown option '--frobnicate'");
    expect(err).toContain('npm run doctor -- --url URL --token TOKEN');
  });
});

it.each([
  ['audit', [], 'A command is missing.'],
  ['audit', ['foo'], 'Unknown command "foo".'],
  ['keys', ['foo'], 'Unknown command "foo".'],
  ['restore', [], 'A file is missing.'],
  ['move', [], 'A folder is missing. Use --from FOLDER.'],
])('npm run %s %j says what is wrong before the help', async (command, args, message) => {
  const { code, err } = await run(command, args);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`${message}\n\n`) as string });
  expect(err).toContain(`npm run ${command} --`);
});

it('npm run move refuses LANDFALL_KEY without the older keys of the folder, and prints no key', async () => {
  const data = path.join(folder, 'moved');
  const { landfallKey: olderKey } = loadOrCreateKeys(data);
  addKey(data);
  const { landfallKey } = loadOrCreateKeys(data);
  const env = { DATABASE_URL: 'postgres://127.0.0.1:1/x', NEXTAUTH_SECRET: 'x'.repeat(32), LANDFALL_KEY: landfallKey };
  const { code, out, err } = await run('move', ['--from', data], env);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(`LANDFALL_KEY has only some of the keys in ${path.join(data, 'keys.json')}.`);
  expect(err).not.toContain(landfallKey);
  expect(err).not.toContain(olderKey);
});

it('npm run move refuses a folder whose restore was not finished: its decisions are not held yet', async () => {
  const data = path.join(folder, 'half restored');
  const { landfallKey } = loadOrCreateKeys(data);
  await readTestTemplate();
  const source = await openDatabase({ folder: data });
  await writeInstallationValue(source.db, { key: unfinishedKey, value: {}, at: new Date() });
  await source.close();
  const env = { DATABASE_URL: 'postgres://127.0.0.1:1/x', NEXTAUTH_SECRET: 'x'.repeat(32), LANDFALL_KEY: landfallKey };
  const { code, out, err } = await run('move', ['--from', data], env, { cwd: root });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('was not restored completely');
});

describe('npm run migrate', () => {
  atFullSize(
    'creates the database in the data folder, and explains that a running app has already migrated it',
    async () => {
      const { length } = await readMigrations();
      // Stored where opening a new folder looks for it.
      await readTestTemplate();
      const data = path.join(folder, 'here');
      const migrate = () => run('migrate', [], { DATABASE_URL: '', LANDFALL_DATA: data }, { cwd: root });
      const done = await migrate();
      expect(done).toEqual({ code: 0, out: `The database in ${data} is up to date: ${length} migrations.\n`, err: '' });
      const app = await openDatabase({ folder: data });
      const whileRunning = await migrate();
      await app.close();
      expect(whileRunning).toMatchObject({ code: 0, err: '' });
      expect(whileRunning.out).toContain('is open in a running Landfall, which updated it when it started.');
    },
  );

  it('migrates PostgreSQL and names the server without its password', async () => {
    const url = await createTestPostgresUrl({ empty: true });
    const env = {
      DATABASE_URL: url,
      NEXTAUTH_SECRET: 'x'.repeat(32),
      LANDFALL_KEY: Buffer.alloc(32).toString('base64'),
    };
    const { code, out, err } = await run('migrate', [], env, { cwd: root });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^The database at 127\.0\.0\.1:\d+\/\S+ is up to date: \d+ migrations\.\n$/);
    const closedPort = { ...env, DATABASE_URL: 'postgres://who:hidden-word@127.0.0.1:1/landfall' };
    const unreachable = await run('migrate', [], closedPort, { cwd: root });
    expect(unreachable.code).toBe(1);
    expect(unreachable.err).toContain('PostgreSQL at 127.0.0.1:1/landfall cannot be used');
    expect(unreachable.err).not.toContain('hidden-word');
  });
});

describe('npm run keys', () => {
  atFullSize('puts a new key in front in keys.json when LANDFALL_KEY is not set', async () => {
    const data = path.join(folder, 'keys');
    const { code, out } = await run('keys', ['new'], { LANDFALL_DATA: data });
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringContaining('Restart Landfall if it is running') as string,
    });
    const keys = z.object({ olderKeys: z.array(z.string()) });
    expect(keys.parse(JSON.parse(await readFile(path.join(data, 'keys.json'), 'utf8'))).olderKeys).toHaveLength(1);
  });

  atFullSize('rotates to the first key and says that the old one can be removed', async () => {
    const env = { DATABASE_URL: await createTestPostgresUrl(), NEXTAUTH_SECRET: 'x'.repeat(32) };
    const [oldKey, newKey] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));
    const rotate = (keys: string) => run('keys', ['rotate'], { ...env, LANDFALL_KEY: keys }, { cwd: root });
    expect(await rotate(`${oldKey}`)).toMatchObject({
      code: 1,
      out: 'There is only one key. Add one first: npm run keys -- new\n',
    });
    const { code, out, err } = await rotate(`${newKey},${oldKey}`);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Key \w{8}: in use, 0 values\.\nKey \w{8}: can be removed now\. Nothing depends on it\.\n$/);
  });
});

describe('npm run audit', () => {
  it('compares the exported heads of AUDIT_HEADS, so that a log whose end was cut off is found', async () => {
    const key = Buffer.alloc(32, 1).toString('base64');
    const heads = path.join(folder, 'heads.jsonl');
    const env = {
      ...{ DATABASE_URL: await createTestPostgresUrl(), NEXTAUTH_SECRET: 'x'.repeat(32) },
      ...{ LANDFALL_KEY: key, AUDIT_HEADS: heads },
    };
    const verify = () => run('audit', ['verify'], env, { cwd: root });
    expect(await verify()).toMatchObject({ code: 0, out: expect.stringContaining('intact: 0 entries') as string });
    const hash = '1'.repeat(64);
    const { keyId, sign } = createCipher([key]);
    const at = '2026-11-12T09:00:00.000Z';
    const head = { at, seq: 3, hash, mac: sign('audit', hash), keyId, origin: 'http://localhost:3000' };
    await writeFile(heads, `${JSON.stringify(head)}\n`);
    expect(await verify()).toMatchObject({ code: 1, out: expect.stringContaining('entries were cut off') as string });
  });

  it('says that the file of an export cannot be written', async () => {
    const env = {
      ...{ DATABASE_URL: await createTestPostgresUrl(), NEXTAUTH_SECRET: 'x'.repeat(32) },
      LANDFALL_KEY: Buffer.alloc(32, 1).toString('base64'),
    };
    const file = path.join(folder, 'missing', 'audit.csv');
    const err = `${file} cannot be written: The folder does not exist.\n`;
    expect(await run('audit', ['export', '--out', file], env, { cwd: root })).toEqual({ code: 1, out: '', err });
  });
});
