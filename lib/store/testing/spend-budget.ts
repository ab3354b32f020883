import { setMaxListeners } from 'node:events';
import { createInterface } from 'node:readline';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { systemClock } from '../../core/clock';
import { createRequestBudget } from '../service-calls/request-budget';
import { openDatabase } from '../database/open-database';

/**
 * Spends the shared budget until it is stopped: people arrive at random times, and the poller always has requests
 * queued. At the end it prints how long each person waited.
 */
const plan = z
  .object({
    databaseUrl: z.string(),
    /** The lane is appended. */
    target: z.string(),
    authorization: z.string().default(''),
    ratePerS: z.number(),
    peoplePerS: z.number(),
    pollerQueue: z.number(),
    /** Error of this process’s clock. */
    clockOffMs: z.number().default(0),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

const trueNow = Date.now.bind(Date);
Date.now = () => trueNow() + plan.clockOffMs;

const database = await openDatabase({ url: plan.databaseUrl });
let forfeited = 0;
const budget = createRequestBudget({ database, ratePerS: plan.ratePerS, onForfeit: () => (forfeited += 1) });
const agent = new Agent({ connections: 20, keepAliveTimeout: 60_000 });
const stop = new AbortController();
setMaxListeners(0, stop.signal);
const waitsMs: number[] = [];
let people = 0;

const send = async (lane: 'people' | 'poller') => {
  const startedMs = performance.now();
  await budget.take({ lane, person: lane === 'people' ? `person ${(people += 1)}` : null }, stop.signal);
  if (lane === 'people') waitsMs.push(performance.now() - startedMs);
  const { body } = await request(plan.target + lane, {
    dispatcher: agent,
    headers: plan.authorization ? { authorization: plan.authorization } : {},
  });
  await body.dump();
};
const ignore = () => undefined;
const sendPeopleRequests = async () => {
  for (;;) {
    await systemClock.sleep((-Math.log(1 - Math.random()) * 1_000) / plan.peoplePerS, stop.signal);
    void send('people').catch(ignore);
  }
};
const sendPollerRequests = async () => {
  while (!stop.signal.aborted) await send('poller');
};

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  if (line !== 'go') break;
  void sendPeopleRequests().catch(ignore);
  for (let index = 0; index < plan.pollerQueue; index += 1) void sendPollerRequests().catch(ignore);
}
stop.abort(new Error('stopped'));
console.log(JSON.stringify({ waitsMs, forfeited }));
await agent.close();
await database.close();
process.exit();
