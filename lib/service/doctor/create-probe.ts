import type { Clock } from '../../core/clock';
import { ServiceError } from '../../core/errors';
import { errorFromResponse } from '../client/error-from-response';
import { createHttpClient, HttpFailure, type HttpResponse } from '../client/http-client';
import { errorFromFailure } from '../client/error-from-failure';
import { CallAborted } from '../client/call-aborted';
import { parseJson } from '../dialect/parse-json';
import { createScrubber } from '../client/scrub-secrets';

/** One answer as it came, or why there is none that can be used. */
export type ProbeResult = { ok: true; json: unknown; tookMs: number } | { ok: false; error: ServiceError };

export interface Probe {
  get(path: string): Promise<ProbeResult>;
  post(path: string, body: Readonly<Record<string, unknown>>): Promise<ProbeResult>;
  close(): Promise<void>;
}

const deadlineMs = 10_000;
/** The doctor may stand beside a running app, which has the ten requests a second for itself. */
const paceMs = 250;

/**
 * Asks one environment, once each time and slowly. Not the client of the app: that one keeps what it could not read to
 * itself, and the doctor wants to see just that.
 */
export function createProbe(options: {
  url: string;
  token: string;
  password: string;
  clock: Clock;
  /** The sandbox has no limit to be careful with. */
  paced: boolean;
}): Probe {
  const { clock } = options;
  const credentials = Buffer.from(`${options.token}:${options.password}`, 'utf8').toString('base64');
  const scrub = createScrubber([options.token, options.password, credentials]);
  const exchange = createHttpClient({
    url: options.url,
    authorization: `Basic ${credentials}`,
    clock,
    connections: 1,
  });
  let freeAtMs = 0;

  async function ask(method: 'GET' | 'POST', path: string, body: string | null): Promise<ProbeResult> {
    if (options.paced) {
      const waitMs = freeAtMs - clock.now().getTime();
      if (waitMs > 0) await clock.sleep(waitMs);
      freeAtMs = clock.now().getTime() + paceMs;
    }
    const late = new AbortController();
    const answered = new AbortController();
    clock.sleep(deadlineMs, answered.signal).then(
      () => late.abort(new CallAborted('deadline')),
      () => undefined,
    );
    try {
      const response =
        method === 'GET' ? await exchange.get(path, late.signal) : await exchange.post(path, body, late.signal);
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
      answered.abort();
    }
  }

  return {
    get: (path) => ask('GET', path, null),
    post: (path, body) => ask('POST', path, JSON.stringify(body)),
    close: () => exchange.close(),
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
