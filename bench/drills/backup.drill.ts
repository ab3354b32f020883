import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { generateKey } from '../../lib/core/cipher';
import { findFilledTable } from '../../lib/store/backup/create-loader';
import { openDatabase, withDatabase } from '../../lib/store/database/open-database';
import { statusPeriods } from '../../lib/store/schema/imports';
import { bundleScript } from '../../lib/store/testing/bundle-script';
import { fillImports, fillPeriods } from '../../lib/store/testing/fill-imports';
import { startTestPostgres } from '../../lib/store/testing/start-test-postgres';
import type { MeasurementResult, RunOptions } from '../measurement';

export const name = 'backup';
export const description =
  'a million rows on PostgreSQL: backup, verify and restore with their memory; backup and restore killed in the middle';

export const quick = false;

/** Memory growth with ten times the rows. A short command has not reached its usual size yet. */
const maxGrowth = 1.5;
/** So that garbage does not count: without a limit, Node collects it late. */
const heapMb = 64;

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

async function measure(setup: Setup): Promise<MeasurementResult> {
  const small = await backUpAndRestore({ ...setup, rows: setup.rows / 10 });
  const large = await backUpAndRestore(setup);
  const killed = await killInTheMiddle(setup, large);
  const commands = ['backup', 'verify', 'restore'] as const;
  return {
    rows: [
      { what: 'rows', value: setup.rows },
      { what: 'size of the backup', value: `${(large.bytes / 1e6).toFixed(0)} MB` },
      ...commands.map((command) => {
        const { s, peakMb } = large[command];
        const before = `${small[command].peakMb.toFixed(0)} MB with a tenth of the rows`;
        return { what: command, value: `${s.toFixed(0)} s, ${peakMb.toFixed(0)} MB, ${before}` };
      }),
    ],
    checks: [
      ...commands.map((command) => ({
        guarantee: `ten times the rows need at most ${maxGrowth} times the memory: ${command}`,
        passed: large[command].peakMb <= maxGrowth * small[command].peakMb,
      })),
      { guarantee: 'every row is restored', passed: [small, large].every(({ rows, restored }) => restored === rows) },
      { guarantee: 'a backup that was killed has no file with its name', passed: !killed.hasFile },
      { guarantee: 'a restore that was killed leaves an empty database', passed: killed.filledTable === undefined },
    ],
  };
}

/** Each command runs as an operator runs it, in a process of its own. */
async function backUpAndRestore({ rows, folder, createUrl }: Setup) {
  const [sourceUrl, targetUrl] = [await createUrl(), await createUrl()];
  const file = path.join(folder, `${rows}.backup`);
  const env = { BACKUP_KEY: generateKey(), LANDFALL_KEY: generateKey(), NEXTAUTH_SECRET: 'x'.repeat(32) };
  await withDatabase(openDatabase({ url: sourceUrl }), async ({ db }) => {
    await fillImports(db, rows / 100);
    await fillPeriods(db, rows);
  });
  const backup = await runCommand('backup', ['--out', file], { ...env, DATABASE_URL: sourceUrl });
  const verify = await runCommand('backup', ['verify', file], env);
  const restore = await runCommand('restore', [file], { ...env, DATABASE_URL: targetUrl });
  const restored = await withDatabase(openDatabase({ url: targetUrl, migrations: null }), ({ db }) =>
    db.$count(statusPeriods),
  );
  return { rows, bytes: (await stat(file)).size, backup, verify, restore, restored, env, sourceUrl, file };
}

async function killInTheMiddle(
  { folder, createUrl }: Setup,
  { env, sourceUrl, file }: { env: Record<string, string>; sourceUrl: string; file: string },
) {
  const killed = path.join(folder, 'killed.backup');
  await killAfterProgress('backup', ['--out', killed], { ...env, DATABASE_URL: sourceUrl });
  const url = await createUrl();
  await killAfterProgress('restore', [file], { ...env, DATABASE_URL: url });
  const filledTable = await withDatabase(openDatabase({ url, migrations: null }), ({ db }) => findFilledTable(db));
  return { hasFile: existsSync(killed), filledTable };
}

/** Sampled: the maximum that the system reports includes that of this process, before the command was started. */
const printPeak = `
  let most = 0;
  const sample = () => { most = Math.max(most, process.memoryUsage.rss()); };
  setInterval(sample, 20).unref();
  process.on('exit', () => { sample(); process.stderr.write('peak ' + most); });`;

async function runCommand(command: string, args: readonly string[], env: Record<string, string>) {
  const flags = [`--max-old-space-size=${heapMb}`, '--import', `data:text/javascript,${encodeURIComponent(printPeak)}`];
  const began = performance.now();
  const child = spawn(process.execPath, [...flags, await bundleScript(`scripts/${command}.ts`), ...args], {
    env: { NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [printed] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  const peak = /peak (\d+)$/.exec(printed)?.[1];
  if (child.exitCode !== 0 || peak === undefined) throw new Error(`${command} failed: ${printed}`);
  return { s: (performance.now() - began) / 1000, peakMb: Number(peak) / 1e6 };
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
