import type pg from 'pg';
import type { Clock } from '../../core/clock';
import type { Log } from '../../core/log';
import type { Database } from './database';

interface Subscription {
  onPayload: (payload: string) => void;
  onGap: (() => void) | undefined;
}

export interface PostgresListener {
  listen: Database['listen'];
  close(): Promise<void>;
}

const firstRetryMs = 250;
const maxRetryMs = 10_000;
const heartbeatMs = 30_000;

/** After a reconnect it calls `onGap`, so that subscribers can read what they missed. */
export function createPostgresListener(options: {
  createClient: () => pg.Client;
  clock: Clock;
  log: Log;
}): PostgresListener {
  const channels = new Map<string, Set<Subscription>>();
  const closed = new AbortController();
  let opening: Promise<pg.Client> | undefined;
  let live: pg.Client | undefined;

  const callSafely = (work: () => void) => {
    try {
      work();
    } catch (err) {
      options.log.error({ err }, 'a listener for database notifications failed');
    }
  };

  const open = async (): Promise<pg.Client> => {
    const client = options.createClient();
    client.on('error', (err) => options.log.warn({ err }, 'lost the PostgreSQL LISTEN connection'));
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { onPayload } of channels.get(channel) ?? []) callSafely(() => onPayload(payload));
    });
    try {
      await client.connect();
      for (const channel of channels.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    live = client;
    // Detects a connection whose other end vanished silently.
    const heartbeat = setInterval(() => {
      client.query('select 1').catch(() => client.end());
    }, heartbeatMs);
    heartbeat.unref();
    client.on('end', () => {
      live = undefined;
      clearInterval(heartbeat);
      if (!closed.signal.aborted) opening = reopen();
    });
    return client;
  };

  const reopen = async (): Promise<pg.Client> => {
    for (let waitMs = firstRetryMs; ; waitMs = Math.min(waitMs * 2, maxRetryMs)) {
      await options.clock.sleep(waitMs, closed.signal);
      try {
        const client = await open();
        for (const subscriptions of channels.values()) {
          for (const { onGap } of subscriptions) if (onGap) callSafely(onGap);
        }
        return client;
      } catch (err) {
        options.log.warn({ err }, 'could not reconnect the PostgreSQL listener');
      }
    }
  };

  return {
    listen: async (channel, onPayload, onGap) => {
      const subscription: Subscription = { onPayload, onGap };
      const subscriptions = channels.get(channel) ?? new Set();
      channels.set(channel, subscriptions.add(subscription));
      const alreadyOpening = opening !== undefined;
      opening ??= open();
      try {
        const client = await opening;
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
      } catch (error) {
        subscriptions.delete(subscription);
        if (!alreadyOpening) opening = undefined;
        throw error;
      }
      return async () => {
        subscriptions.delete(subscription);
        if (subscriptions.size > 0 || channels.get(channel) !== subscriptions) return;
        channels.delete(channel);
        // Without a connection nothing is needed: the next one listens only on current channels.
        await live?.query(`unlisten ${live.escapeIdentifier(channel)}`).catch(() => undefined);
      };
    },
    close: async () => {
      closed.abort();
      const client = await opening?.catch(() => undefined);
      await client?.end();
    },
  };
}
