import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { isDatabaseOutage } from '../../core/database-outage';
import { silentLog } from '../../core/log';
import { createManualClock } from '../../core/testing/manual-clock';
import { createTestPostgresUrl } from '../testing/open-test-database';
import { claimJob } from './claim-job';
import { createDatabaseHealth } from './create-database-health';
import type { Database } from './database';
import { openDatabase } from './open-database';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function watch(database: Database) {
  cleanUps.push(() => database.close());
  const clock = createManualClock();
  const health = createDatabaseHealth({ database, clock, log: silentLog });
  /** Later than the last check is reused. */
  const checkAgain = async () => {
    await clock.advance(2000);
    return health.checkWrites();
  };
  return { clock, health, checkAgain };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  cleanUps.push(() => client.end());
  return client;
}

describe('on PostgreSQL', () => {
  it('fails while the server is read-only, although reads work, and succeeds afterwards', async () => {
    const url = await createTestPostgresUrl();
    const { clock, health, checkAgain } = watch(await openDatabase({ url }));
    const first = await health.checkWrites();
    expect(first).toMatchObject({ ok: true, detail: 'postgres' });
    expect(await health.checkWrites()).toBe(first);
    clock.set(new Date(clock.now().getTime() - 3_600_000));
    expect(await health.checkWrites()).not.toBe(first);
    const admin = await connect(url);
    const name = admin.escapeIdentifier(new URL(url).pathname.slice(1));
    const reconnectAll = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await admin.query(`alter database ${name} set default_transaction_read_only = on`);
    await admin.query(reconnectAll);
    await expect.poll(checkAgain).toMatchObject({ ok: false, detail: 'is read-only' });
    expect(await health.answers()).toBe(true);
    await admin.query(`alter database ${name} reset default_transaction_read_only`);
    await admin.query(reconnectAll);
    await expect.poll(checkAgain).toMatchObject({ ok: true });
  });

  it('fails when a write takes longer than the deadline, and succeeds once it gets through', async () => {
    const url = await createTestPostgresUrl();
    const { clock, health, checkAgain } = watch(await openDatabase({ url }));
    const other = await connect(url);
    await other.query('begin; lock table installation');
    const [first, second] = [health.checkWrites(), health.checkWrites()];
    await clock.advance(5000);
    expect(await first).toMatchObject({ ok: false, detail: 'does not answer' });
    expect(await second).toBe(await first);
    await other.query('rollback');
    await expect.poll(checkAgain).toMatchObject({ ok: true });
  });
});

describe('on PGlite', () => {
  it('fails while the disk is full, although updates and reads still work, and succeeds afterwards', async ({
    skip,
  }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'landfall-full-'));
    cleanUps.push(() => rm(folder, { recursive: true, force: true }));
    if (!mountSmallDisk(folder)) skip('needs the right to mount a file system');
    const database = await openDatabase({ folder });
    const { health, checkAgain } = watch(database);
    await claimJob(database.db, 'test', 0);
    expect(await health.checkWrites()).toMatchObject({ ok: true, detail: 'pglite' });
    fillDisk(path.join(folder, 'filler'));
    expect(await claimJob(database.db, 'test', 0)).toBe(true);
    expect(await checkAgain()).toMatchObject({ ok: false, detail: 'the disk is full' });
    expect(await health.answers()).toBe(true);
    const error: unknown = await database.db
      .execute(sql`create table filler as select md5(n::text) from generate_series(1, 5000) n`)
      .catch((thrown: unknown) => thrown);
    expect(isDatabaseOutage(error)).toBe(true);
    await rm(path.join(folder, 'filler'));
    expect(await checkAgain()).toMatchObject({ ok: true });
    await database.close();
    expect(await checkAgain()).toMatchObject({ ok: false, detail: 'does not answer' });
    expect(await health.answers()).toBe(false);
  });
});

function mountSmallDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return false;
  }
  cleanUps.push(async () => execFileSync('umount', [folder]));
  return true;
}

function fillDisk(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    for (;;) writeSync(descriptor, Buffer.alloc(4096));
  } catch {
    closeSync(descriptor);
  }
}
