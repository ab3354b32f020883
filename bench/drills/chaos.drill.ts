import { setTimeout as delay } from 'node:timers/promises';
import { seeded } from '../../lib/core/testing/seeded';
import { decisions } from '../../lib/store/schema/sponsorship';
import { countLost, createSender, runSteadily, waitUntilApplied } from '../apps/acknowledged';
import { followStream } from '../apps/follow-stream';
import { acceptSponsorship, countDecisionCalls, placeSample } from '../apps/sponsor';
import { startInstances, type Instance, type Instances } from '../apps/start-instances';
import { describeStatuses } from '../apps/watch-pages';
import { withBench } from '../apps/with-bench';
import type { MeasurementResult, RunOptions } from '../measurement';

export const name = 'chaos';
export const description =
  'three instances on one PostgreSQL, killed and started at random for three minutes under lookups, decisions, webhooks and streams';
export const quick = true;

const ratePerS = 10;
const decisionsPerS = 0.5;
const streamCount = 6;
const maxStreamS = 15;
/** A decision whose instance was killed while it was sent becomes unknown when its lease expires. */
const maxSettleS = 180;

export const run = ({ quick: isShort }: RunOptions): Promise<MeasurementResult> =>
  withBench(async (bench) => {
    const app = await startInstances(bench, {
      databaseUrl: await bench.createDatabase(),
      count: 3,
      settings: () => ({ DECISION_HOLD_S: '1' }),
      ratePerS,
    });
    const random = seeded(20);
    const anyOrigin = () =>
      pick(
        app.instances.filter((instance) => instance.isRunning()),
        random,
      )?.origin ?? '';
    const streams = Array.from({ length: streamCount }, () => followStream(anyOrigin, app.cookie));
    try {
      const outcome = await runChaos(app, { seconds: isShort ? 20 : 180, random, anyOrigin });
      const probe = 'change-after-the-chaos';
      const { sent, send } = createSender(app.webhookSecret);
      const probedMs = performance.now();
      const secondsSince = () => (performance.now() - probedMs) / 1000;
      await send(anyOrigin(), probe);
      while (secondsSince() < maxStreamS && !streams.every(({ subjects }) => subjects.has(probe))) await delay(50);
      const probeS = secondsSince();
      const received = streams.filter(({ subjects }) => subjects.has(probe)).length;
      const states = await settleDecisions(app);
      const appliedS = await waitUntilApplied(anyOrigin(), app.cookie);
      const database = await app.openDatabase();
      const lost = await countLost(database, outcome.sent).finally(() => database.close());
      const calls = outcome.importIds.map((id) => countDecisionCalls(app.simulator, id));
      const { most, rateLimited } = measureRate(app);
      return {
        rows: [
          { what: 'kills', value: outcome.kills },
          { what: 'webhooks acknowledged', value: `${outcome.sent.acknowledged.size} of ${outcome.sent.attempts}` },
          { what: 'webhooks not acknowledged', value: describeStatuses(outcome.sent.others) },
          { what: 'acknowledged webhooks lost', value: lost },
          { what: 'lookups', value: describeStatuses(outcome.lookups) },
          { what: 'decisions requested', value: describeStatuses(outcome.accepts) },
          { what: 'decisions in the end', value: [...states].map(([state, times]) => `${times} ${state}`).join(', ') },
          { what: 'most calls of one decision', value: Math.max(0, ...calls) },
          { what: 'requests at the service', value: app.simulator.log().length },
          { what: 'most in any 1,000 ms', value: most },
          { what: 'connections of the streams', value: streams.reduce((sum, each) => sum + each.connections(), 0) },
          { what: 'a change on all streams afterwards', value: `${probeS.toFixed(2)} s` },
        ],
        checks: [
          {
            guarantee: `never more than ${ratePerS} requests in any 1,000 ms`,
            passed: most <= ratePerS && rateLimited === 0,
          },
          { guarantee: 'no decision is sent twice', passed: calls.length > 0 && calls.every((times) => times <= 1) },
          {
            guarantee: 'every decision ends confirmed, refused or unknown',
            passed: [...states.keys()].every((state) => ['confirmed', 'refused', 'unknown'].includes(state)),
          },
          { guarantee: 'no acknowledged webhook is lost', passed: lost === 0 && sent.acknowledged.size === 1 },
          { guarantee: 'all of them are applied in the end', passed: appliedS !== undefined },
          { guarantee: 'every stream recovers', passed: received === streamCount },
        ],
      };
    } finally {
      await Promise.all(streams.map((stream) => stream.stop()));
      await app.stop();
    }
  });

async function runChaos(
  app: Instances,
  { seconds, random, anyOrigin }: { seconds: number; random: () => number; anyOrigin: () => string },
) {
  const { sent, send } = createSender(app.webhookSecret);
  const importIds: string[] = [];
  const accepts = new Map<number, number>();
  const lookups = new Map<number, number>();
  const add = (to: Map<number, number>, status: number) => void to.set(status, (to.get(status) ?? 0) + 1);
  let people = 0;
  const lookUp = async () => {
    const username = `person-${(people += 1)}@acme.example`;
    const url = `${anyOrigin()}/api/imports?destination_username=${encodeURIComponent(username)}`;
    const status = await fetch(url, { headers: { cookie: app.cookie } }).then(
      (response) => response.arrayBuffer().then(() => response.status),
      () => 0,
    );
    add(lookups, status);
  };
  const decide = async () => {
    const importId = samples.pop();
    if (importId === undefined) return;
    importIds.push(importId);
    // Impatient people click twice, at another instance.
    const answers = await Promise.all([0, 1].map(() => acceptSponsorship(anyOrigin(), app.cookie, importId)));
    for (const status of answers) add(accepts, status);
  };
  // Before the first kill, so that every one of them is known.
  const samples: string[] = [];
  for (let index = 0; index < seconds * decisionsPerS; index += 1) {
    samples.push(await placeSample(app, anyOrigin(), `customer-${index}@acme.example`));
  }
  const killing = killAtRandom(app.instances, seconds * 1000, random);
  await Promise.all([
    runSteadily(10, killing, () => send(anyOrigin())),
    runSteadily(2, killing, () => lookUp().catch(() => add(lookups, 0))),
    runSteadily(decisionsPerS, killing, decide),
  ]);
  return { sent, importIds, accepts, lookups, kills: await killing };
}

/** Kills one of those that run every few seconds, and starts it again soon after. One always runs. */
async function killAtRandom(instances: readonly Instance[], durationMs: number, random: () => number): Promise<number> {
  const startedMs = performance.now();
  const starting = new Set<Promise<void>>();
  let kills = 0;
  while (performance.now() - startedMs < durationMs) {
    await delay(1000 + 3000 * random());
    const running = instances.filter((instance) => instance.isRunning());
    const victim = pick(running, random);
    if (victim === undefined || running.length < 2) continue;
    await victim.kill();
    kills += 1;
    const start: Promise<void> = delay(2000 * random())
      .then(() => victim.start())
      .finally(() => starting.delete(start));
    starting.add(start);
  }
  await Promise.all(starting);
  return kills;
}

const pick = <T>(choices: readonly T[], random: () => number): T | undefined =>
  choices[Math.floor(random() * choices.length)];

/** Waits until no decision is on its way, and counts them by state. */
async function settleDecisions(app: Instances): Promise<Map<string, number>> {
  const database = await app.openDatabase();
  const startedMs = performance.now();
  try {
    for (;;) {
      const rows = await database.db.select({ state: decisions.state }).from(decisions);
      const isOpen = rows.some(({ state }) => state === 'approved' || state === 'sending');
      if (isOpen && performance.now() - startedMs < maxSettleS * 1000) await delay(500);
      else
        return rows.reduce(
          (states, { state }) => states.set(state, (states.get(state) ?? 0) + 1),
          new Map<string, number>(),
        );
    }
  } finally {
    await database.close();
  }
}

function measureRate({ simulator }: Instances) {
  const log = simulator.log();
  const times = log.map(({ at }) => at).toSorted((a, b) => a - b);
  let from = 0;
  let most = 0;
  for (const [index, at] of times.entries()) {
    while (at - (times[from] ?? at) >= 1000) from += 1;
    most = Math.max(most, index - from + 1);
  }
  return { most, rateLimited: log.filter(({ status }) => status === 429).length };
}
