import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startTestPostgres } from '../../lib/store/testing/start-test-postgres';
import { countLost, createSender, runSteadily, waitUntilApplied } from '../apps/acknowledged';
import { startInstances } from '../apps/start-instances';
import { describeStatuses, readReadiness, visitOnce, waitUntilReady, watchPages } from '../apps/watch-pages';
import { withBench, type Bench, type Engine } from '../apps/with-bench';
import type { MeasurementResult, RunOptions } from '../measurement';

export const name = 'disk-full';
export const description =
  '20 webhooks a second while the disk of the database is full for a while, on each engine: nothing acknowledged is lost';
export const quick = true;

const perS = 20;

export const run = ({ quick: isShort }: RunOptions): Promise<MeasurementResult> =>
  withBench(async (bench) => {
    const outcomes = [];
    for (const engine of ['PGlite', 'PostgreSQL'] as const) {
      // PostgreSQL runs as another account if we are root, which must reach it.
      const disk = await mkdtemp(join(tmpdir(), 'landfall-disk-'));
      if (!mountSmallDisk(disk)) {
        await rm(disk, { recursive: true });
        return { skipped: 'this drill needs the right to mount a file system' };
      }
      await chmod(disk, 0o755);
      try {
        outcomes.push({ engine, ...(await fillUnderLoad(bench, engine, { disk, fullMs: isShort ? 5000 : 30_000 })) });
      } finally {
        execFileSync('umount', ['--lazy', disk]);
        await rm(disk, { recursive: true });
      }
    }
    return {
      rows: outcomes.map(({ engine, sent, lost, ...outcome }) => ({
        engine,
        acknowledged: sent.acknowledged.size,
        'not acknowledged': describeStatuses(sent.others),
        lost,
        'readiness 503 after (s)': outcome.notReadyAfterS?.toFixed(1) ?? 'never',
        reason: outcome.reason,
        pages: describeStatuses(outcome.visits.statuses),
        'ready after freeing (s)': outcome.recoveryS?.toFixed(1) ?? 'never',
        restarted: outcome.restarted,
      })),
      checks: outcomes.flatMap(({ engine, sent, lost, notReadyAfterS, recoveryS, appliedS, visits, restarted }) => [
        { guarantee: `${engine}: no acknowledged message is lost`, passed: lost === 0 && sent.acknowledged.size > 0 },
        { guarantee: `${engine}: readiness returns 503 while the disk is full`, passed: notReadyAfterS !== undefined },
        { guarantee: `${engine}: pages answer 200, or 503 with our page`, passed: visits.wrong.length === 0 },
        { guarantee: `${engine}: ready once there is space again`, passed: recoveryS !== undefined },
        { guarantee: `${engine}: all messages are applied in the end`, passed: appliedS !== undefined },
        ...(engine === 'PostgreSQL'
          ? [{ guarantee: `${engine}: without a restart of the app`, passed: restarted === 'no' }]
          : []),
      ]),
    };
  });

async function fillUnderLoad(bench: Bench, engine: Engine, { disk, fullMs }: { disk: string; fullMs: number }) {
  const postgres = engine === 'PostgreSQL' ? await startTestPostgres({ durable: true, parent: disk }) : undefined;
  const databaseUrl = await postgres?.createDatabase();
  const app = await startInstances(bench, { databaseUrl, ...(!postgres && { dataFolder: join(disk, 'data') }) });
  const [instance] = app.instances;
  if (instance === undefined) throw new Error('no instance');
  const { origin } = instance;
  await visitOnce([origin], app.cookie);
  const { sent, send } = createSender(app.webhookSecret);
  const { visits, stop } = watchPages(() => origin, app.cookie);
  const filler = join(disk, 'filler');
  let notReadyAfterS: number | undefined;
  let recoveryS: number | undefined;
  let reason = '';
  let restarted = 'no';
  const fill = async () => {
    await delay(3000);
    fillDisk(filler);
    const startedMs = performance.now();
    while (performance.now() - startedMs < fullMs) {
      // What the app writes meanwhile must not find what was deleted.
      fillDisk(filler);
      const { status, body } = await readReadiness(origin);
      if (status === 503 && notReadyAfterS === undefined) {
        notReadyAfterS = (performance.now() - startedMs) / 1000;
        reason = /"detail":"([^"]+)"/.exec(body)?.[1] ?? '';
      }
      await delay(500);
    }
    await rm(filler);
    // As a process manager does with a server that ended because it could not write its log.
    await postgres?.halt();
    await postgres?.resume();
    recoveryS = await waitUntilReady([origin]);
    if (recoveryS === undefined) {
      restarted = 'yes';
      await instance.kill();
      await instance.start();
      recoveryS = await waitUntilReady([origin]);
    }
    await delay(3000);
  };
  try {
    await runSteadily(perS, fill(), () => send(origin));
    await stop();
    const appliedS = await waitUntilApplied(origin, app.cookie);
    await instance.kill();
    const database = await app.openDatabase();
    const lost = await countLost(database, sent).finally(() => database.close());
    return { sent, lost, notReadyAfterS, reason, recoveryS, appliedS, visits, restarted };
  } finally {
    await stop();
    await app.stop();
    await postgres?.stop();
  }
}

function mountSmallDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=250m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Appends until there is no space left. */
function fillDisk(file: string): void {
  const descriptor = openSync(file, 'a');
  try {
    for (;;) writeSync(descriptor, Buffer.alloc(4096));
  } catch {
    closeSync(descriptor);
  }
}
