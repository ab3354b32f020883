import { expect, it } from 'vitest';
import { startBackgroundJobs, type BackgroundJob } from './background-jobs';
import { createManualClock } from './testing/manual-clock';
import { silentLog, type Log } from './log';
import { createMetrics } from './metrics';

async function start(jobs: readonly BackgroundJob[], clock = createManualClock('2026-11-12T09:00:00Z')) {
  const metrics = createMetrics();
  const errors: object[] = [];
  const log: Log = { ...silentLog, error: (fields) => errors.push(fields) };
  const { wake, stop } = startBackgroundJobs({ clock, log, metrics, jobs });
  await pendingPromises();
  return { clock, metrics, errors, wake, stop };
}

it('runs every job at once and then on its own schedule, while another job hangs', async () => {
  const ran: string[] = [];
  const { clock, stop } = await start([
    { name: 'hanging', everyMs: 1000, run: (signal) => untilAborted(signal) },
    { name: 'often', everyMs: 1000, run: async () => ran.push('often') },
    { name: 'seldom', everyMs: 3000, run: async () => ran.push('seldom') },
  ]);
  expect(ran).toEqual(['often', 'seldom']);
  await clock.advance(3000);
  expect(ran.filter((name) => name === 'often')).toHaveLength(4);
  expect(ran.filter((name) => name === 'seldom')).toHaveLength(2);
  await stop();
});

it('never starts a job while its previous run is in progress', async () => {
  const finishRun: (() => void)[] = [];
  const run = () => new Promise<void>((resolve) => finishRun.push(resolve));
  const { clock, stop } = await start([{ name: 'slow', everyMs: 1000, run }]);
  await clock.advance(60_000);
  expect(finishRun).toHaveLength(1);
  finishRun[0]?.();
  // The next run starts one interval after this one ends.
  await pendingPromises();
  await clock.advance(1000);
  expect(finishRun).toHaveLength(2);
  const stopped = stop();
  finishRun[1]?.();
  await stopped;
});

it('repeats a failed hourly job after a minute', async () => {
  let runs = 0;
  const run = () => (++runs === 1 ? Promise.reject(new Error('no connection')) : Promise.resolve());
  const { clock, stop } = await start([{ name: 'hourly', everyMs: 3_600_000, run }]);
  await clock.advance(60_000);
  expect(runs).toBe(2);
  await clock.advance(60_000);
  expect(runs).toBe(2);
  await stop();
});

it('repeats a failed job although its claim is taken, and records no run without a claim', async () => {
  let runs = 0;
  const run = () => (++runs < 3 ? Promise.reject(new Error('no connection')) : Promise.resolve());
  const claims = [true, false, false, false];
  const claim = async () => claims.shift() ?? false;
  const { clock, metrics, stop } = await start([{ name: 'hourly', everyMs: 3_600_000, claim, run }]);
  const startS = Date.parse('2026-11-12T09:00:00Z') / 1000;
  const recorded = async (outcome: string) =>
    new RegExp(`name="hourly",outcome="${outcome}"} (\\d+)`).exec((await metrics.render()).text)?.[1];
  await clock.advance(60_000);
  expect([runs, await recorded('failed'), await recorded('ok')]).toEqual([2, String(startS + 60), undefined]);
  await clock.advance(60_000);
  expect([runs, await recorded('ok')]).toEqual([3, String(startS + 120)]);
  await clock.advance(3_600_000);
  expect(claims).toEqual([]);
  expect([runs, await recorded('ok')]).toEqual([3, String(startS + 120)]);
  await stop();
});

it('does not run a job of another instance after the claim itself failed', async () => {
  let runs = 0;
  const run = async () => void (runs += 1);
  const claims = [Promise.reject(new Error('no database')), Promise.resolve(false)];
  const { clock, metrics, stop } = await start([
    { name: 'hourly', everyMs: 3_600_000, claim: async () => (await claims.shift()) ?? false, run },
  ]);
  await clock.advance(60_000);
  expect(claims).toEqual([]);
  expect(runs).toBe(0);
  // The job no longer counts as failing.
  expect((await metrics.render()).text).toMatch(/name="hourly",outcome="ok"/);
  await stop();
});

it('logs a failure, repeats the job at the next interval and reports both in the metrics', async () => {
  let runs = 0;
  const run = () => (++runs === 1 ? Promise.reject(new Error('out of luck')) : Promise.resolve());
  const { clock, errors, metrics, stop } = await start([{ name: 'flaky', everyMs: 5000, run }]);
  await clock.advance(5000);
  expect(runs).toBe(2);
  expect(errors).toEqual([{ err: new Error('out of luck'), job: 'flaky' }]);
  const { text } = await metrics.render();
  const at = Date.parse('2026-11-12T09:00:00Z') / 1000;
  const name = 'landfall_background_job_last_run_timestamp_seconds';
  expect(text).toContain(`${name}{name="flaky",outcome="failed"} ${at}`);
  expect(text).toContain(`${name}{name="flaky",outcome="ok"} ${at + 5}`);
  await stop();
});

it('runs a job when its work is due, but not more often than allowed', async () => {
  const clock = createManualClock();
  const startMs = clock.now().getTime();
  const ranAtMs: number[] = [];
  const dueMs = [2300, 0, -1, undefined, 0];
  const { wake, stop } = await start(
    [
      {
        name: 'early',
        everyMs: 5000,
        run: async () => ranAtMs.push(clock.now().getTime() - startMs),
        early: { afterMs: 500, untilDueMs: async () => dueMs.shift() },
      },
    ],
    clock,
  );
  await clock.advance(10_000);
  // Not at 0, and not at 3300: then nothing was due for an interval.
  expect(ranAtMs).toEqual([2300, 2800, 8300]);
  // Woken by a change without work.
  wake();
  await pendingPromises();
  dueMs.push(0);
  // Three changes: one run, after the shortest time.
  for (let n = 0; n < 3; n++) wake();
  await clock.advance(4000);
  expect(ranAtMs.slice(3)).toEqual([10_500]);
  await stop();
});

it('runs a job without a known time after every change, but not more often than allowed', async () => {
  const clock = createManualClock();
  const startMs = clock.now().getTime();
  const ranAtMs: number[] = [];
  const run = async () => ranAtMs.push(clock.now().getTime() - startMs);
  const { wake, stop } = await start([{ name: 'early', everyMs: 5000, run, early: { afterMs: 500 } }], clock);
  await clock.advance(6000);
  expect(ranAtMs).toEqual([0, 5000]);
  wake();
  await pendingPromises();
  // Three changes right after a run: one run, after the shortest time.
  for (let n = 0; n < 3; n++) wake();
  await clock.advance(4000);
  expect(ranAtMs.slice(2)).toEqual([6000, 6500]);
  await stop();
});

it('does not lose a change that arrives during a run', async () => {
  const finishRun: (() => void)[] = [];
  const run = () => new Promise<void>((resolve) => finishRun.push(resolve));
  const { clock, wake, stop } = await start([{ name: 'slow', everyMs: 60_000, run, early: { afterMs: 500 } }]);
  wake();
  finishRun[0]?.();
  await pendingPromises();
  await clock.advance(500);
  expect(finishRun).toHaveLength(2);
  const stopped = stop();
  finishRun[1]?.();
  await stopped;
});

it('stops at once, aborts the current runs and starts no more', async () => {
  const ran: string[] = [];
  const { clock, errors, stop } = await start([
    { name: 'waiting', everyMs: 86_400_000, run: async () => ran.push('waiting') },
    { name: 'under way', everyMs: 1000, run: (signal) => untilAborted(signal) },
  ]);
  await stop();
  await clock.advance(86_400_000);
  expect(ran).toEqual(['waiting']);
  expect(errors).toEqual([]);
});

const pendingPromises = () => new Promise((resolve) => setImmediate(resolve));

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
}
