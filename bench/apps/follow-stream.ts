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
  const failures: string[] = [];
  let lastEventId = '';
  let connections = 0;
  const read = async () => {
    const response = await fetch(`${originOf()}/api/stream`, {
      headers: { cookie, ...(lastEventId && { 'last-event-id': lastEventId }) },
      signal: stopping.signal,
    });
    if (!response.ok || response.body === null) throw new Error(`the stream answered ${response.status}`);
    connections += 1;
    for await (const line of createInterface({ input: Readable.from(response.body) })) {
      const [, field, value = ''] = /^(id|data): (.*)$/.exec(line) ?? [];
      if (field === 'id') lastEventId = value;
      const change = field === 'data' ? readChange(parseJson(value)) : undefined;
      if (change) subjects.add(change.subject);
    }
  };
  const following = (async () => {
    while (!stopping.signal.aborted) {
      await read().catch((error: unknown) => {
        if (!stopping.signal.aborted)
          failures.push(`stream ${error instanceof Error ? String(error.cause ?? error) : ''}`);
      });
      await delay(500, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    subjects,
    /** Streams that could not be opened or broke off. */
    failures,
    connections: () => connections,
    stop: async () => {
      stopping.abort();
      await following;
    },
  };
}
