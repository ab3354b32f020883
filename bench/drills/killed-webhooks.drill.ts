import { setTimeout as delay } from 'node:timers/promises';
import { seeded } from '../../lib/core/testing/seeded';
import { countLost, createSender, runSteadily, waitUntilApplied } from '../apps/acknowledged';
import { startInstances, type Instance } from '../apps/start-instances';
import { describeStatuses } from '../apps/watch-pages';
import { withBench, type Bench, type Engine } from '../apps/with-bench';
import type { MeasurementResult, RunOptions } from '../measurement';

export const name = 'killed-webhooks';
export const description =
  '50 webhooks a second for 120 s while the app is killed ten times, on each engine: no acknowledged message is lost';
export const quick = true;

const perS = 50;

export const run = ({ quick: isShort }: RunOptions): Promise<MeasurementResult> =>
  withBench(async (bench) => {
    const size = isShort ? { seconds: 12, kills: 2 } : { seconds: 120, kills: 10 };
    const outcomes = [];
    for (const engine of ['PGlite', 'PostgreSQL'] as const) outcomes.push(await killUnderLoad(bench, engine, size));
    return {
      rows: outcomes.map(({ engine, sent, kills, lost, appliedS }) => ({
        engine,
        sent: sent.attempts,
        acknowledged: sent.acknowledged.size,
        'not acknowledged': describeStatuses(sent.others),
        kills,
        'longest pause (s)': (Math.max(0, ...sent.gapsMs) / 1000).toFixed(1),
        lost,
        'all applied after (s)': appliedS?.toFixed(1) ?? 'never',
      })),
      checks: outcomes.flatMap(({ engine, sent, kills, lost, appliedS }) => [
        { guarantee: `${engine}: killed ${size.kills} times under load`, passed: kills === size.kills },
        {
          guarantee: `${engine}: no acknowledged message is lost`,
          passed: lost === 0 && sent.acknowledged.size > 0,
        },
        { guarantee: `${engine}: none is answered with 500`, passed: !sent.others.has(500) },
        { guarantee: `${engine}: all of them are applied in the end`, passed: appliedS !== undefined },
      ]),
    };
  });

async function killUnderLoad(bench: Bench, engine: Engine, { seconds, kills }: { seconds: number; kills: number }) {
  const databaseUrl = engine === 'PostgreSQL' ? await bench.createDatabase() : undefined;
  const app = await startInstances(bench, { databaseUrl });
  const [instance] = app.instances;
  if (instance === undefined) throw new Error('no instance');
  const { sent, send } = createSender(app.webhookSecret);
  try {
    let done = 0;
    const killing = killAtRandom(instance, {
      seconds,
      kills,
      acknowledged: () => sent.acknowledged.size,
      onKill: () => (done += 1),
    });
    await runSteadily(perS, killing, () => send(instance.origin));
    const appliedS = await waitUntilApplied(instance.origin, app.cookie);
    await instance.kill();
    const database = await app.openDatabase();
    const lost = await countLost(database, sent).finally(() => database.close());
    return { engine, sent, kills: done, lost, appliedS };
  } finally {
    await app.stop();
  }
}

/** Once in each part of the time, at a random moment of its first half, and not before the app receives messages again. */
async function killAtRandom(
  instance: Instance,
  options: { seconds: number; kills: number; acknowledged: () => number; onKill: () => void },
): Promise<void> {
  const { seconds, kills, acknowledged, onKill } = options;
  const random = seeded(20);
  const partMs = (seconds * 1000) / kills;
  const startedMs = performance.now();
  for (let index = 0; index < kills; index += 1) {
    await delay(Math.max(0, startedMs + partMs * (index + random() / 2) - performance.now()));
    const before = acknowledged();
    const deadlineMs = performance.now() + 30_000;
    while (acknowledged() === before && performance.now() < deadlineMs) await delay(20);
    await delay(1000 * random());
    await instance.kill();
    onKill();
    await instance.start();
  }
  await delay(Math.max(1000, startedMs + seconds * 1000 - performance.now()));
}
