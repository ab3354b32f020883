import { setTimeout as delay } from 'node:timers/promises';
import { audit } from '../../lib/store/schema/audit';
import { createSender } from '../apps/acknowledged';
import { acceptSponsorship, countDecisionCalls, placeSample } from '../apps/sponsor';
import { startInstances } from '../apps/start-instances';
import { withBench } from '../apps/with-bench';
import type { MeasurementResult } from '../measurement';

export const name = 'clocks';
export const description =
  'three instances on one PostgreSQL, one clock right, one ten minutes ahead and one ten minutes behind: webhooks, sessions, holds and times';
export const quick = true;

const offs = [0, 600_000, -600_000];
const holdS = 3;
/** An instance with a wrong clock is in the same range as others. */
const maxOffMs = 60_000;

export const run = (): Promise<MeasurementResult> =>
  withBench(async (bench) => {
    const databaseUrl = await bench.createDatabase();
    const app = await startInstances(bench, {
      databaseUrl,
      count: offs.length,
      settings: (index) => ({
        DECISION_HOLD_S: String(holdS),
        NODE_OPTIONS: `--import=${new URL(`../apps/shift-clock.mjs?${offs[index]}`, import.meta.url).href}`,
      }),
    });
    try {
      const rows = [];
      const startedAt = Date.now();
      for (const [index, { origin }] of app.instances.entries()) {
        const { sent, send } = createSender(app.webhookSecret);
        await send(origin);
        const page = await fetch(`${origin}/imports`, { headers: { cookie: app.cookie }, redirect: 'manual' });
        const importId = await placeSample(app, origin, `clock-${index}@acme.example`);
        const decidedMs = performance.now();
        await acceptSponsorship(origin, app.cookie, importId);
        while (countDecisionCalls(app.simulator, importId) === 0 && performance.now() - decidedMs < 60_000)
          await delay(50);
        const heldS = (performance.now() - decidedMs) / 1000;
        rows.push({
          'clock off by': `${(offs[index] ?? 0) / 60_000} min`,
          webhook: sent.acknowledged.size === 1 ? 'accepted' : `refused (${[...sent.others.keys()].join()})`,
          'session of the first': page.status,
          'decision sent after (s)': heldS.toFixed(1),
          'times sent': countDecisionCalls(app.simulator, importId),
        });
      }
      const database = await app.openDatabase();
      const times = await database.db.select({ at: audit.at }).from(audit);
      await database.close();
      const wrong = times.filter(
        ({ at }) => at.getTime() < startedAt - maxOffMs * 2 || at.getTime() > Date.now() + maxOffMs,
      );
      return {
        rows,
        checks: [
          {
            guarantee: 'every instance accepts a webhook sent just now',
            passed: rows.every(({ webhook }) => webhook === 'accepted'),
          },
          {
            guarantee: 'a session is valid at every instance',
            passed: rows.every((row) => row['session of the first'] === 200),
          },
          {
            guarantee: `a decision is sent once, not before its hold of ${holdS} s and soon after`,
            passed: rows.every((row) => {
              const afterS = Number(row['decision sent after (s)']);
              return row['times sent'] === 1 && afterS >= holdS && afterS < holdS + 30;
            }),
          },
          {
            guarantee: `all of ${times.length} times in the audit are those of the database`,
            passed: wrong.length === 0,
          },
        ],
      };
    } finally {
      await app.stop();
    }
  });
