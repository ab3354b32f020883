import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fetch } from 'undici';
import { readChange } from '../../lib/contract/stream';
import { parseJson } from '../../lib/core/parse-json';

/** Follows the live stream as a page does: after a loss it resumes, at any instance, after the last event that it has. */
export function followStream(originOf: () => string, cookie: string) {
  const stopping = new AbortController();
  const subjects = new Set<string>();
  let lastEventId = '';
  let connections = 0;
  let resets = 0;
  const read = async () => {
    const response = await fetch(`${originOf()}/api/stream`, {
      headers: { cookie, ...(lastEventId && { 'last-event-id': lastEventId }) },
      signal: stopping.signal,
    });
    if (!response.ok || response.body === null) return;
    connections += 1;
    for await (const line of createInterface({ input: Readable.from(response.body) })) {
      const [, field, value = ''] = /^(id|event|data): (.*)$/.exec(line) ?? [];
      if (field === 'id') lastEventId = value;
      if (field === 'event' && value === 'reset') resets += 1;
      const change = field === 'data' ? readChange(parseJson(value)) : undefined;
      if (change) subjects.add(change.subject);
    }
  };
  const following = (async () => {
    while (!stopping.signal.aborted) {
      await read().catch(() => undefined);
      await delay(500, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    subjects,
    connections: () => connections,
    resets: () => resets,
    stop: async () => {
      stopping.abort();
      await following;
    },
  };
}
