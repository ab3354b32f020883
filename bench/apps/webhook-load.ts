import { setTimeout as delay } from 'node:timers/promises';
import type { Requester } from './requester';
import { listRows, type RunningLandfall } from './start-landfall';
import type { Message } from './webhook-messages';

const connections = 16;
const roundSeconds = 5;
const maxSettleMs = 120_000;

export interface Receiver {
  /** Whether it was accepted. */
  send(message: Message): Promise<boolean>;
  /** Waits until the last message about each import shows. */
  settle(sentMs: ReadonlyMap<string, number>): Promise<void>;
}

export const toReceiver = (client: Requester, path: string, settle: Receiver['settle']): Receiver => ({
  send: ({ body, headers }) =>
    client.post(path, body, headers).then(
      () => true,
      () => false,
    ),
  settle,
});

/** Messages a second, up to the moment when all of them are applied: what can be kept up without a backlog. */
export async function measureSustainedRate({ send, settle }: Receiver, create: () => Message): Promise<number> {
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

/** Reads the newest row until it is new enough, and then all of them: reading many rows would slow down what is measured. */
export async function waitUntilApplied(landfall: RunningLandfall, sentMs: ReadonlyMap<string, number>): Promise<void> {
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
