import { setTimeout as delay } from 'node:timers/promises';
import { startMailServer } from '../../lib/outbox/testing/start-mail-server';
import { dropEventTriggers } from '../apps/drop-event-triggers';
import { startLandfall, type RunningLandfall } from '../apps/start-landfall';
import { startBareNext } from '../apps/start-peer';
import { measureSustainedRate, toReceiver, waitUntilApplied, type Receiver } from '../apps/webhook-load';
import { createMessages, type Message } from '../apps/webhook-messages';
import { withEachEngine, type Bench, type Engine } from '../apps/with-bench';
import type { Comparison, MeasurementResult } from '../measurement';
import { alternate, compare, quantile } from '../statistics';

export const name = 'webhooks';
export const description = 'receipt of webhooks against a bare route with an HMAC and one insert';

const rounds = 3;
const scheduleSeconds = 20;
const warmUpSeconds = 15;
const restMs = 10_000;

const targets = {
  PGlite: { ratio: 0.3, perS: 50, p99Ms: 100 },
  PostgreSQL: { ratio: 0.6, perS: 200, p99Ms: 100 },
} as const satisfies Record<Engine, object>;

/** What a backlog may take: as long as the applied changes need to show after a single message. */
const maxCatchUpMs = 1000;

export async function run(): Promise<MeasurementResult> {
  return { comparisons: [...(await withEachEngine(measureEngine)), ...(await withEachEngine(measureMessages))] };
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
  const { ratio, perS, p99Ms } = targets[engine];
  // First: saturation leaves many changes of each import, and messages that are still to be written.
  const measureSchedule = async (receiver: Receiver) => {
    await sendOnSchedule(receiver, create, { perS, seconds: warmUpSeconds });
    return sendOnSchedule(receiver, create, { perS, seconds: scheduleSeconds });
  };
  const scheduled = await measureSchedule(receivers.landfall);
  const bareScheduled = await measureSchedule(receivers.bare);
  const rates = await alternate(
    {
      bare: () => measureSustainedRate(receivers.bare, create),
      landfall: () => measureSustainedRate(receivers.landfall, create),
    },
    { rounds, warmUps: 1 },
  );
  return [
    compare(
      { what: `webhooks stored and applied, ${engine}`, unit: 'per s', target: { of: 'ratio', atLeast: ratio } },
      rates.landfall,
      { what: 'bare insert', samples: rates.bare },
    ),
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

/**
 * Sends at fixed times whether or not earlier messages are answered, and measures from the intended time: a receiver
 * that stalls also delays the messages that it keeps waiting.
 */
async function sendOnSchedule(
  { send, settle }: Receiver,
  create: () => Message,
  { perS, seconds }: { perS: number; seconds: number },
) {
  const sentMs = new Map<string, number>();
  let refused = 0;
  const startedMs = performance.now();
  const sending = Array.from({ length: seconds * perS }, async (_, index) => {
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

/** What e-mails about the changes cost: the same load with a mail server, and without the triggers that record changes. */
async function measureMessages(bench: Bench, engine: Engine): Promise<Comparison[]> {
  const server = await startMailServer();
  try {
    const on = await startLandfall(bench, {
      engine,
      settings: { SMTP_URL: server.url, MAIL_FROM: 'moves@company.example' },
    });
    const off = await startLandfall(bench, { engine, fill: dropEventTriggers });
    const measure = async (landfall: RunningLandfall) => {
      const nextMessage = await createMessages(landfall);
      const settle: Receiver['settle'] = (sentMs) => waitUntilApplied(landfall, sentMs);
      const receiver = toReceiver(landfall.client, '/api/webhooks/migration', settle);
      let sent = 0;
      return async () => {
        // Messages wait until webhooks pause, and would be written while the other app is measured.
        await delay(restMs);
        return measureSustainedRate(receiver, () => nextMessage(sent++));
      };
    };
    const rates = await alternate({ off: await measure(off), on: await measure(on) }, { rounds: 5, warmUps: 3 });
    if (server.received.length === 0) throw new Error('no e-mail was sent');
    const target = { of: 'ratio', atLeast: 0.9 } as const;
    return [
      compare({ what: `webhooks with e-mails about them, ${engine}`, unit: 'per s', target }, rates.on, {
        what: 'without the triggers',
        samples: rates.off,
      }),
    ];
  } finally {
    await server.close();
  }
}
