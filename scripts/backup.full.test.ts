import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { compose, type Landfall } from '../lib/compose';
import { addKey, loadOrCreateKeys } from '../lib/core/keys';
import { silentLog } from '../lib/core/log';
import { parseSettings } from '../lib/core/settings';
import { backupKey } from '../lib/store/backup/record-backup';
import { readInstallationValue } from '../lib/store/database/installation';
import { openDatabase } from '../lib/store/database/open-database';
import { staff } from '../lib/store/schema/staff';
import { bundleScript } from '../lib/store/testing/bundle-script';
import { createTestPostgresUrl, readTestTemplate } from '../lib/store/testing/open-test-database';

let folder = '';
let app: Landfall | undefined;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'landfall backup '));
  // Stored where opening a new folder looks for it.
  await readTestTemplate();
});
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(command: string, args: readonly string[], env: Record<string, string>) {
  // As in vitest.config.ts.
  const child = spawn(process.execPath, ['--liftoff-only', await bundleScript(`scripts/${command}.ts`), ...args], {
    env: { NODE_ENV: 'test', PATH: process.env['PATH'] ?? '', DATABASE_URL: '', LANDFALL_DEMO: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

/** Most of the time is starting processes, so restore and move run at full size only; lib/backup tests both. */
test('backs up a running embedded installation, verifies, restores it, and moves it to PostgreSQL', async () => {
  const [data, copy] = [path.join(folder, 'data'), path.join(folder, 'copy')];
  const file = path.join(folder, 'landfall.backup');
  const key = { BACKUP_KEY: Buffer.alloc(32, 7).toString('base64') };
  const settings = parseSettings({ LANDFALL_DATA: data, LANDFALL_DEMO: 'off' });
  app = await compose(settings, { log: silentLog });
  await app.run();
  const person = {
    email: 'ada@partner.example',
    name: 'Ada',
    role: 'admin',
    source: 'local',
    createdAt: new Date(),
  } as const;
  await app.database.db.insert(staff).values({ id: '0192f2c4-0000-7000-8000-000000000001', ...person });

  const missing = await run('backup', ['--out', file], { LANDFALL_DATA: data });
  expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('BACKUP_KEY is not set') as string });
  const made = await run('backup', ['--out', file], { LANDFALL_DATA: data, ...key });
  expect(made).toMatchObject({
    code: 0,
    out: '',
    err: expect.stringMatching(/^Backed up \d+ rows of \d+ tables to /) as string,
  });
  expect(await readInstallationValue(app.database.db, backupKey)).toBeDefined();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readdir(data)).filter((name) => name.startsWith('backup.'))).toEqual([]);
  const verified = await run('backup', ['verify', file], key);
  expect(verified).toMatchObject({ code: 0, out: expect.stringContaining('is complete') as string, err: '' });

  const log = path.join(folder, 'app.log');
  // Larger than what can be read at once. Only its end takes space.
  const handle = await open(log, 'w');
  await handle.write('\n{"level":"info","time":"2026-11-17T02:00:00Z","msg":"started"}\n', 3_000_000_000);
  await handle.close();
  const supported = await run('support-bundle', ['--out', '-', '--log', log], { LANDFALL_DATA: data });
  expect(supported).toMatchObject({ code: 0, err: '' });
  const bundle = z
    .object({ database: z.object({ engine: z.string() }), log: z.object({ lines: z.array(z.unknown()) }) })
    .parse(JSON.parse(supported.out));
  expect(bundle.database.engine).toBe('pglite');
  expect(bundle.log.lines).toHaveLength(1);

  // More than the running app accepts in one call.
  const receipt = path.join(folder, 'receipt.json');
  const at = '2026-11-17T02:00:00.000Z';
  await writeFile(
    receipt,
    JSON.stringify({
      ...{ id: 'x', begunAt: at, finishedAt: at, by: 'x'.repeat(500), rows: {}, usernameHash: 'x', mac: 'x' },
      auditHead: { entry: 1, hash: 'x' },
    }),
  );
  const receipts = Array.from({ length: 2000 }, () => receipt);
  const returned = await run('restore', ['erased', ...receipts], { LANDFALL_DATA: data });
  expect(returned).toMatchObject({ out: expect.stringContaining('before the first erasure') as string, err: '' });

  const secrets = z
    .object({ landfallKey: z.string(), nextAuthSecret: z.string() })
    .parse(JSON.parse(await readFile(path.join(data, 'keys.json'), 'utf8')));
  const postgres = {
    DATABASE_URL: await createTestPostgresUrl({ empty: true }),
    ...{ LANDFALL_KEY: secrets.landfallKey, NEXTAUTH_SECRET: secrets.nextAuthSecret },
  };
  const inUse = await run('move', ['--from', data], postgres);
  expect(inUse).toMatchObject({ code: 1, err: expect.stringContaining('is in use by process') as string });
  await app.close();
  app = undefined;

  const withoutKeys = await run('restore', [file], { LANDFALL_DATA: copy, ...key });
  expect(withoutKeys).toMatchObject({ code: 1, err: expect.stringContaining('has no keys.json') as string });
  await mkdir(copy);
  await cp(path.join(data, 'keys.json'), path.join(copy, 'keys.json'));
  const restored = await run('restore', [file], { LANDFALL_DATA: copy, ...key });
  expect({ code: restored.code, err: restored.err }).toEqual({ code: 0, err: '' });
  expect(restored.out).toContain('The audit chain is intact');
  expect(restored.out).toContain('npm run restore -- release');
  const released = await run('restore', ['release'], { LANDFALL_DATA: copy });
  expect(released).toEqual({ code: 0, out: 'Decisions are no longer paused.\n', err: '' });

  addKey(data);
  const { landfallKey, olderKeys } = loadOrCreateKeys(data);
  const bothKeys = { ...postgres, LANDFALL_KEY: [landfallKey, ...olderKeys].join(',') };
  const moved = await run('move', ['--from', data], bothKeys);
  expect(moved).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('Start Landfall with the same') as string,
  });
  for (const where of [{ folder: copy }, { url: postgres.DATABASE_URL }]) {
    const database = await openDatabase({ ...where, migrations: null });
    const people = await database.db.select({ email: staff.email }).from(staff);
    await database.close();
    expect(people).toEqual([{ email: 'ada@partner.example' }]);
  }
  const twice = await run('move', ['--from', data], bothKeys);
  expect(twice).toMatchObject({ code: 1, err: expect.stringContaining('The database is not empty') as string });
});
