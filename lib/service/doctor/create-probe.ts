import type { Clock } from '../../core/clock';
import { ServiceError } from '../../core/errors';
import { abortAfter, CallAbortedError, createHttpClient, HttpError, type HttpResponse } from '../client/http-client';
import { errorFromHttpError, errorFromResponse } from '../client/service-errors';
import { parseLosslessJson } from '../dialect/parse-lossless-json';
import { createScrubber } from '../../core/scrub-secrets';

export type ProbeResult = { ok: true; json: unknown; tookMs: number } | { ok: false; error: ServiceError };

export type Probe = ReturnType<typeof createProbe>;

/** For the slot, and then for the response. */
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
  /** Resolves when a request may be sent, or rejects with the signal's reason; takes the place of pacing. */
  waitForSlot?: ((signal: AbortSignal) => Promise<void>) | undefined;
}) {
  const { clock } = options;
  const credentials = Buffer.from(`${options.token}:${options.password}`, 'utf8').toString('base64');
  const scrub = createScrubber([options.token, options.password, credentials]);
  const http = createHttpClient({ url: options.url, authorization: `Basic ${credentials}`, clock, connections: 1 });
  let freeAtMs = 0;

  async function send(method: 'GET' | 'POST', path: string, body: string | null): Promise<ProbeResult> {
    const done = new AbortController();
    try {
      if (options.waitForSlot) await options.waitForSlot(abortAfter(clock, deadlineMs, done.signal));
      else if (options.paced) {
        const waitMs = freeAtMs - clock.now().getTime();
        if (waitMs > 0) await clock.sleep(waitMs);
        freeAtMs = clock.now().getTime() + paceMs;
      }
      const deadline = abortAfter(clock, deadlineMs, done.signal);
      const response = method === 'GET' ? await http.get(path, deadline) : await http.post(path, body, deadline);
      const error = errorFromResponse(response, { method, now: response.receivedAt, scrub });
      if (error) return { ok: false, error };
      const parsed = parseLosslessJson(response.text);
      if (!parsed.ok) return { ok: false, error: notJson(response) };
      const tookMs = response.receivedAt.getTime() - response.sentAt.getTime();
      return { ok: true, json: parsed.value, tookMs };
    } catch (error) {
      if (error instanceof CallAbortedError) return { ok: false, error: noSlot(error) };
      if (!(error instanceof HttpError)) throw error;
      return { ok: false, error: errorFromHttpError(error, method) };
    } finally {
      done.abort();
    }
  }

  return {
    get: (path: string) => send('GET', path, null),
    post: (path: string, body: object) => send('POST', path, JSON.stringify(body)),
    close: () => http.close(),
  };
}

function noSlot(cause: CallAbortedError): ServiceError {
  return new ServiceError('service_rate_limited', {
    workDone: 'no',
    userMessage:
      'Nothing was sent: the service asked us to wait, or too many requests are waiting. Try again in up to 15 minutes.',
    cause,
  });
}

function notJson(response: HttpResponse): ServiceError {
  const page = /^\s*</.test(response.text)
    ? 'it is a web page'
    : response.text.trim() === ''
      ? 'it is empty'
      : 'it is plain text';
  return new ServiceError('service_unreadable', {
    workDone: 'maybe',
    upstreamStatus: response.status,
    userMessage: `The response is not JSON: ${page}.`,
  });
}
