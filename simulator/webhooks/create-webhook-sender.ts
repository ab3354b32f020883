import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Clock } from '../clock';
import type { Random } from '../random';
import { signWebhook, type WebhookSettings } from './webhook-settings';

export interface Delivery {
  readonly id: string;
  readonly createdAt: number;
  readonly import: string;
  readonly body: string;
  readonly faults: readonly string[];
  sentAt: number | null;
  responseStatus: number | null;
  error: string | null;
}

const responseTimeoutMs = 10_000;
const reorderHoldMs = 2_000;
const staleMs = 3_600_000;
const maxDeliveries = 20_000;

export function createWebhookSender(deps: {
  clock: Clock;
  random: Random;
  settings: WebhookSettings;
  unsigned: boolean;
}) {
  const { clock, random } = deps;
  let settings = deps.settings;
  let count = 0;
  let deliveries: Delivery[] = [];
  // Messages of one import are sent in order.
  const queues = new Map<string, Promise<void>>();
  const held = new Set<() => void>();
  const waits = new Set<() => void>();
  const controller = new AbortController();

  function enqueue(delivery: Delivery, atMs: number, wrongSignature: boolean): void {
    const previous = queues.get(delivery.import) ?? Promise.resolve();
    const sent = previous.then(() => deliver(delivery, atMs, wrongSignature));
    queues.set(delivery.import, sent);
    void sent.then(() => {
      if (queues.get(delivery.import) === sent) queues.delete(delivery.import);
    });
  }

  async function deliver(delivery: Delivery, atMs: number, wrongSignature: boolean): Promise<void> {
    const { url, secret } = settings;
    if (url === null || controller.signal.aborted) return;
    delivery.sentAt = clock.now();
    const key = wrongSignature && secret !== null ? Buffer.from(`not ${secret}`).toString('base64') : secret;
    const headers = key === null || deps.unsigned ? {} : signWebhook(settings, key, delivery.body, delivery.id, atMs);
    const outcome = await post(url, delivery.body, headers, controller.signal);
    if (typeof outcome === 'number') delivery.responseStatus = outcome;
    else delivery.error = outcome;
  }

  function later(delayMs: number, task: () => void): () => void {
    const cancel = clock.after(delayMs, () => {
      waits.delete(cancel);
      task();
    });
    waits.add(cancel);
    return () => {
      waits.delete(cancel);
      cancel();
    };
  }

  return {
    /** `compose` builds the body for a given time, which is in the past for stale messages. */
    send(importId: string, compose: (atMs: number) => string): void {
      if (settings.url === null) return;
      const faults = (['drop', 'double', 'reorder', 'stale', 'wrongSignature'] as const).filter((kind) =>
        random.chance(settings.faults[kind]),
      );
      const now = clock.now();
      const atMs = faults.includes('stale') ? now - staleMs : now;
      const delivery: Delivery = {
        id: `msg_${now.toString(36)}_${count++}`,
        createdAt: now,
        import: importId,
        body: compose(atMs),
        faults,
        sentAt: null,
        responseStatus: null,
        error: null,
      };
      if (deliveries.length >= maxDeliveries) deliveries = deliveries.slice(maxDeliveries / 2);
      deliveries.push(delivery);
      if (faults.includes('drop')) return;

      const waiting = [...held];
      const send = (): void => {
        enqueue(delivery, atMs, faults.includes('wrongSignature'));
        if (faults.includes('double')) enqueue(delivery, atMs, faults.includes('wrongSignature'));
      };
      if (faults.includes('reorder') && waiting.length === 0) {
        const release = (): void => {
          cancel();
          held.delete(release);
          send();
        };
        const cancel = later(reorderHoldMs, release);
        held.add(release);
        return;
      }
      if (settings.faults.delayMs > 0) later(settings.faults.delayMs, send);
      else send();
      for (const release of waiting) release();
    },
    settings: () => settings,
    configure(newSettings: WebhookSettings): void {
      settings = newSettings;
    },
    deliveries: (): readonly Delivery[] => deliveries,
    clear(): void {
      deliveries = [];
    },
    /** Waits for messages being sent, cancels delayed ones. */
    async stop(): Promise<void> {
      for (const cancel of waits) cancel();
      const grace = setTimeout(() => controller.abort(), 500);
      await Promise.all(queues.values());
      clearTimeout(grace);
      controller.abort();
    },
  };
}

function post(
  url: string,
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<number | string> {
  return new Promise((resolve) => {
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = send(
      url,
      {
        method: 'POST',
        agent: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(responseTimeoutMs)]),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'ImportMigrationService-Webhooks/2.1',
          ...headers,
        },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', (error) => resolve(error.message));
      },
    );
    request.on('error', (error) => resolve(error.message));
    request.end(body);
  });
}
