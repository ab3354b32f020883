import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { deliveryListSchema } from '../../lib/contract/webhooks';
import { knownStatuses } from '../../lib/contract/status';
import type { Database } from '../../lib/store/database/database';
import { deliveries } from '../../lib/store/schema/webhooks';
import { createMessage } from './webhook-messages';

/** What happened to the webhooks that were sent. */
export interface Sent {
  attempts: number;
  /** Hashes of the contents that were answered with 200. */
  acknowledged: Set<string>;
  /** How often each other status came; 0 for no answer. */
  others: Map<number, number>;
  /** Start and end of each time without an acknowledgement that lasted at least a second, in ms. */
  gapsMs: number[];
}

/** Sends a new signed message each time it is called, as the service does: once, without waiting for others. */
export function createSender(webhookSecret: string) {
  const sent: Sent = { attempts: 0, acknowledged: new Set(), others: new Map(), gapsMs: [] };
  let lastMs: number | undefined;
  const send = async (origin: string, importId?: string): Promise<void> => {
    const index = (sent.attempts += 1);
    const about = importId ?? String(100_000 + (index % 200));
    const reported = knownStatuses[index % knownStatuses.length] ?? '';
    const { body, headers } = createMessage({ webhookSecret }, about, reported);
    const status = await fetch(`${origin}/api/webhooks/migration`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
      signal: AbortSignal.timeout(30_000),
    })
      .then(
        // The body shows whether the answer is complete.
        (response) => response.arrayBuffer().then(() => response.status),
        () => 0,
      )
      .catch(() => 0);
    if (status !== 200) {
      sent.others.set(status, (sent.others.get(status) ?? 0) + 1);
      return;
    }
    const nowMs = performance.now();
    if (lastMs !== undefined && nowMs - lastMs >= 1000) sent.gapsMs.push(Math.round(nowMs - lastMs));
    lastMs = nowMs;
    sent.acknowledged.add(createHash('sha256').update(body).digest('hex'));
  };
  return { sent, send };
}

/** Calls `work` at a steady rate until `until` has ended, whatever the calls take. Waits for all of them. */
export async function runSteadily(perS: number, until: Promise<unknown>, work: () => Promise<void>): Promise<void> {
  let running = true;
  const ended = until.finally(() => (running = false));
  // Awaited below; until then it must not count as unhandled.
  ended.catch(() => undefined);
  const startedMs = performance.now();
  const calls = new Set<Promise<void>>();
  for (let index = 0; running; index += 1) {
    const call: Promise<void> = work().finally(() => calls.delete(call));
    calls.add(call);
    await delay(Math.max(0, startedMs + ((index + 1) * 1000) / perS - performance.now()));
  }
  await Promise.all(calls);
  await ended;
}

/** How many acknowledged messages the database does not have. */
export async function countLost(database: Database, { acknowledged }: Sent): Promise<number> {
  const rows = await database.db.select({ hash: deliveries.contentHash }).from(deliveries);
  const stored = new Set(rows.map(({ hash }) => hash));
  return [...acknowledged].filter((hash) => !stored.has(hash)).length;
}

/** Returns after how many seconds every stored message was applied, or undefined if that takes longer than two minutes. */
export async function waitUntilApplied(origin: string, cookie: string): Promise<number | undefined> {
  const startedMs = performance.now();
  const secondsSince = () => (performance.now() - startedMs) / 1000;
  while (secondsSince() < 120) {
    if (await areAllApplied(origin, cookie)) return secondsSince();
    await delay(500);
  }
  return undefined;
}

async function areAllApplied(origin: string, cookie: string): Promise<boolean> {
  const query = new URLSearchParams({ verdict: 'verified', limit: '200' });
  for (;;) {
    const response = await fetch(`${origin}/api/webhooks/deliveries?${query}`, { headers: { cookie } });
    if (!response.ok) return false;
    const page = deliveryListSchema.parse(await response.json());
    if (page.deliveries.some(({ appliedAt }) => appliedAt === null)) return false;
    if (page.nextCursor === null) return true;
    query.set('cursor', page.nextCursor);
  }
}
