import type { Clock } from '../../core/clock';
import { ServiceError } from '../../core/errors';
import { errorFromResponse } from '../client/error-from-response';
import { createHttpClient, HttpFailure, type HttpResponse } from '../client/http-client';
import { errorFromFailure } from '../client/error-from-failure';
import { CallAborted } from '../client/call-aborted';
import { parseJson } from '../dialect/parse-json';
import { createScrubber } from '../client/scrub-secrets';

export type ProbeResult = { ok: true; json: unknown; tookMs: number } | { ok: false; error: ServiceError };

export interface Probe {
  get(path: string): Promise<ProbeResult>;
  post(path: string, body: Readonly<Record<string, unknown>>): Promise<ProbeResult>;
  close(): Promise<void>;
}

const deadlineMs = 10_000;
/** Slow, because a running app may be using the same rate limit. */
const paceMs = 250;

/** Sends each request once, without retries. Unlike the service client it returns responses that cannot be read. */
export function createProbe(options: {
  url: string;
  token: string;
  password: string;
  clock: Clock;
  paced: boolean;
}): Probe {
  const { clock } = options;
  const credentials = Buffer.from(`${options.token}:${options.password}`, 'utf8').toString('base64');
  const scrub = createScrubber([options.token, options.password, credentials]);
  const http = createHttpClient({
    url: options.url,
    authorization: `Basic ${credentials}`,
    clock,
    connections: 1,
  });
  let freeAtMs = 0;

  async function send(method: 'GET' | 'POST', path: string, body: string | null): Promise<ProbeResult> {
    if (options.paced) {
      const waitMs = freeAtMs - clock.now().getTime();
      if (waitMs > 0) await clock.sleep(waitMs);
      freeAtMs = clock.now().getTime() + paceMs;
    }
    const deadline = new AbortController();
    const done = new AbortController();
    clock.sleep(deadlineMs, done.signal).then(
      () => deadline.abort(new CallAborted('deadline')),
      () => undefined,
    );
    try {
      const response =
        method === 'GET' ? await http.get(path, deadline.signal) : await http.post(path, body, deadline.signal);
      const error = errorFromResponse(response, { method, now: response.receivedAt, scrub });
      if (error) return { ok: false, error };
      const parsed = parseJson(response.text);
      if (!parsed.ok) return { ok: false, error: notJson(response) };
      const tookMs = response.receivedAt.getTime() - response.sentAt.getTime();
      return { ok: true, json: parsed.value, tookMs };
    } catch (failure) {
      if (!(failure instanceof HttpFailure)) throw failure;
      return { ok: false, error: errorFromFailure(failure, method) };
    } finally {
      done.abort();
    }
  }

  return {
    get: (path) => send('GET', path, null),
    post: (path, body) => send('POST', path, JSON.stringify(body)),
    close: () => http.close(),
  };
}

function notJson(response: HttpResponse): ServiceError {
  const page = /^\s*</.test(response.text)
    ? 'it is a web page'
    : response.text.trim() === ''
      ? 'it is empty'
      : 'it is a text';
  return new ServiceError('service_unreadable', {
    workDone: 'maybe',
    upstreamStatus: response.status,
    userMessage: `The answer is not JSON: ${page}.`,
  });
}
