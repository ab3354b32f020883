import { setTimeout as delay } from 'node:timers/promises';
import type { Requester } from '../apps/requester';
import { listRows, startLandfall, type RunningLandfall } from '../apps/start-landfall';
import { startBareNext } from '../apps/start-peer';
import { createMessages, type Message } from '../apps/webhook-messages';
import { withBench, type Bench, type Engine } from '../apps/with-bench';
import type { Comparison, MeasurementResult } from '../measurement';
import { alternate, quantile, summarize } from '../statistics';

export const name = 'webhooks';
export const description = 'receipt of webhooks against a bare route with an HMAC and one insert';

const connections = 16;
const roundSeconds = 5;
const rounds = 3;
const scheduleSeconds = 20;

const targets = {
  PGlite: { ratio: 0.3, perS: 50, p99Ms: 100 },
  PostgreSQL: { ratio: 0.6, perS: 200, p99Ms: 100 },
} as const satisfies Record<Engine, object>;

/** What a backlog may take: as long as the applied changes need to show after a single message. */
const maxCatchUpMs = 1000;
const maxSettleMs = 120_000;

export async function run(): Promise<MeasurementResult> {
  const comparisons: Comparison[] = [];
  for (const engine of ['PGlite', 'PostgreSQL'] as const) {
    comparisons.push(...(await withBench((bench) => measureEngine(bench, engine))));
  }
  return { comparisons };
}

interface Receiver {
  /** Whether it was accepted. */
  send(message: Message): Promise<boolean>;
  /** Waits until the last message about each import shows. */
  settle(sentMs: ReadonlyMap<string, number>): Promise<void>;
}

async function measureEngine(bench: Bench, engine: Engine): Promise<Comparison[]> {
  const landfall = await startLandfall(bench, { engine });
  const bare = await startBareNext(bench, landfall);
  const nextMessage = await createMessages(landfall);
  let sent = 0;
  const create = () => nextMessage(sent++);
  const receivers = {
    landfall: toReceiver(landfall.client, '/api/webhooks/migration', (sentMs) => waitUntilApplied(landfall, sentMs)),
    bare: toReceiver(bare.client, '/api/webhook', () => Promise.resolve()),
  };
  const rates = await alternate(
    {
      bare: () => measureSustainedRate(receivers.bare, create),
      landfall: () => measureSustainedRate(receivers.landfall, create),
    },
    { rounds, warmUps: 1 },
  );
  const { ratio, perS, p99Ms } = targets[engine];
  const ours = summarize(rates.landfall);
  const theirs = summarize(rates.bare);
  const scheduled = await sendOnSchedule(receivers.landfall, create, perS);
  const bareScheduled = await sendOnSchedule(receivers.bare, create, perS);
  return [
    {
      what: `webhooks stored and applied, ${engine}`,
      unit: 'per s',
      measured: ours.p50,
      spread: ours.mad,
      counterpart: { what: 'bare insert', value: theirs.p50, spread: theirs.mad },
      target: { of: 'ratio', atLeast: ratio },
    },
    {
      what: `webhook p99 at ${perS}/s, ${engine}`,
      unit: 'ms',
      measured: quantile(scheduled.times, 0.99),
      counterpart: { what: 'bare insert', value: quantile(bareScheduled.times, 0.99) },
      target: { of: 'measured', atMost: p99Ms },
    },
    {
      what: `messages refused at ${perS}/s, ${engine}`,
      unit: `of ${perS * scheduleSeconds}`,
      measured: scheduled.refused,
      target: { of: 'measured', atMost: 0 },
    },
    {
      what: `backlog after ${scheduleSeconds} s at ${perS}/s, ${engine}`,
      unit: 'ms',
      measured: scheduled.catchUpMs,
      target: { of: 'measured', atMost: maxCatchUpMs },
    },
  ];
}

const toReceiver = (client: Requester, path: string, settle: Receiver['settle']): Receiver => ({
  send: ({ body, headers }) =>
    client.post(path, body, headers).then(
      () => true,
      () => false,
    ),
  settle,
});

/** Messages a second, up to the moment when all of them are applied: what can be kept up without a backlog. */
async function measureSustainedRate({ send, settle }: Receiver, create: () => Message): Promise<number> {
  const sentMs = new Map<string, number>();
  const startedMs = performance.now();
  const secondsSince = () => (performance.now() - startedMs) / 1000;
  let messages = 0;
  const worker = async () => {
    while (secondsSince() < roundSeconds) {
      // Before the time that the message states.
      const atMs = Date.now();
      const message = create();
      if (!(await send(message))) continue;
      sentMs.set(message.importId, atMs);
      messages += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  await settle(sentMs);
  return messages / secondsSince();
}

/**
 * Sends at fixed times whether or not earlier messages are answered, and measures from the intended time: a receiver
 * that stalls also delays the messages that it keeps waiting.
 */
async function sendOnSchedule({ send, settle }: Receiver, create: () => Message, perS: number) {
  const sentMs = new Map<string, number>();
  let refused = 0;
  const startedMs = performance.now();
  const sending = Array.from({ length: scheduleSeconds * perS }, async (_, index) => {
    const intendedMs = startedMs + (index / perS) * 1000;
    await delay(Math.max(0, intendedMs - performance.now()));
    const atMs = Date.now();
    const message = create();
    if (await send(message)) sentMs.set(message.importId, atMs);
    else refused += 1;
    return performance.now() - intendedMs;
  });
  const times = await Promise.all(sending);
  const answeredMs = performance.now();
  await settle(sentMs);
  return { times, refused, catchUpMs: performance.now() - answeredMs };
}

/** Reads the newest row until it is new enough, and then all of them: reading many rows would slow down what is measured. */
async function waitUntilApplied(landfall: RunningLandfall, sentMs: ReadonlyMap<string, number>): Promise<void> {
  const lastSentMs = Math.max(...sentMs.values());
  const giveUpMs = Date.now() + maxSettleMs;
  while (Date.now() < giveUpMs) {
    const [newest] = await listRows(landfall, 1);
    if (newest && Date.parse(newest.seenAt) >= lastSentMs) {
      const seen = new Map((await listRows(landfall)).map(({ id, seenAt }) => [id, Date.parse(seenAt)]));
      if ([...sentMs].every(([id, atMs]) => (seen.get(id) ?? 0) >= atMs)) return;
    }
    await delay(50);
  }
  throw new Error(`some messages were not applied within ${maxSettleMs / 1000} s`);
}
