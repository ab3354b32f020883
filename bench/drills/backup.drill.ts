import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readBackupFile, writeBackupFile } from '../../lib/backup/backup-file';
import { loadSnapshot } from '../../lib/backup/load-snapshot';
import { writePrivateFile } from '../../lib/backup/private-file';
import { verifyBackup } from '../../lib/backup/verify-backup';
import { createCipher, generateKey } from '../../lib/core/cipher';
import { systemClock } from '../../lib/core/clock';
import { silentLog } from '../../lib/core/log';
import { findFilledTable } from '../../lib/store/backup/create-loader';
import { writeSnapshot } from '../../lib/store/backup/write-snapshot';
import { openDatabase } from '../../lib/store/database/open-database';
import { bundleScript } from '../../lib/store/testing/bundle-script';
import { fillImports, fillPeriods } from '../../lib/store/testing/fill-imports';
import { startTestPostgres } from '../../lib/store/testing/start-test-postgres';
import type { MeasurementResult, RunOptions } from '../measurement';

export const name = 'backup';
export const description =
  'a million rows on PostgreSQL: backup, verify and restore with their memory; backup and restore killed in the middle';

export const quick = false;

/** More than the process has without rows. The batches of a backup have a few megabytes. */
const maxGrowthMb = 150;

export async function run(options: Partial<RunOptions> = {}): Promise<MeasurementResult> {
  const rows = options.quick ? 10_000 : 1_000_000;
  const postgres = await startTestPostgres();
  const folder = await mkdtemp(path.join(tmpdir(), 'landfall-backup-drill-'));
  try {
    return await measure({ rows, folder, createUrl: () => postgres.createDatabase() });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Setup {
  rows: number;
  folder: string;
  createUrl(): Promise<string>;
}

async function measure({ rows, folder, createUrl }: Setup): Promise<MeasurementResult> {
  const [key, landfallKey] = [generateKey(), generateKey()];
  const [sourceUrl, targetUrl, file] = [await createUrl(), await createUrl(), path.join(folder, 'all.backup')];
  const source = await openDatabase({ url: sourceUrl });
  await fillImports(source.db, rows / 100);
  await fillPeriods(source.db, rows);
  const backup = await watch(() =>
    writePrivateFile(file, (out) => writeBackupFile(out, key, (sink) => writeSnapshot(source, sink))),
  );
  await source.close();
  const env = { BACKUP_KEY: key, LANDFALL_KEY: landfallKey, NEXTAUTH_SECRET: 'x'.repeat(32) };
  const killed = path.join(folder, 'killed.backup');
  await killAfterProgress('backup', ['--out', killed], { ...env, DATABASE_URL: sourceUrl });
  const verify = await watch(() => verifyBackup(createReadStream(file), [key]));
  await killAfterProgress('restore', [file], { ...env, DATABASE_URL: targetUrl });
  const target = await openDatabase({ url: targetUrl, migrations: null });
  const left = await findFilledTable(target.db);
  await target.close();
  const restore = await watch(() =>
    loadSnapshot({
      kind: 'restore',
      target: { url: targetUrl, ownerUrl: undefined },
      cipher: createCipher([landfallKey]),
      clock: systemClock,
      log: silentLog,
      read: (sink) => readBackupFile(createReadStream(file), [key], sink),
    }),
  );
  const steps = { backup, verify, restore };
  return {
    rows: [
      { what: 'rows', value: rows },
      { what: 'size of the backup', value: `${((await stat(file)).size / 1e6).toFixed(0)} MB` },
      ...Object.entries(steps).map(([what, { s, growthMb }]) => ({
        what,
        value: `${s.toFixed(0)} s, ${growthMb.toFixed(0)} MB above the start`,
      })),
    ],
    checks: [
      ...Object.entries(steps).map(([what, { growthMb }]) => ({
        guarantee: `${what} needs at most ${maxGrowthMb} MB, whatever the number of rows`,
        passed: growthMb <= maxGrowthMb,
      })),
      { guarantee: 'every row is restored', passed: restore.result.counts?.['status_periods'] === rows },
      { guarantee: 'a backup that was killed has no file with its name', passed: !existsSync(killed) },
      { guarantee: 'a restore that was killed leaves an empty database', passed: left === undefined },
    ],
  };
}

/** The highest memory while it runs, sampled, above that at its start. */
async function watch<T>(work: () => Promise<T>): Promise<{ result: T; s: number; growthMb: number }> {
  const start = process.memoryUsage.rss();
  const began = performance.now();
  let most = start;
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 100);
  try {
    const result = await work();
    return { result, s: (performance.now() - began) / 1000, growthMb: (most - start) / 1e6 };
  } finally {
    clearInterval(sampling);
  }
}

async function killAfterProgress(command: string, args: readonly string[], env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [await bundleScript(`scripts/${command}.ts`), ...args], {
    env: { NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stderr, 'data'), ended]);
  child.kill('SIGKILL');
  await ended;
}
