import type { SuiteClock } from './suite-clock';

/** An answer, as black box as it gets. */
export interface ApiResponse {
  status: number;
  contentType: string;
  text: string;
  /** Undefined when the body is empty or not JSON. */
  json: unknown;
  /** What was asked, for the report. */
  requestLine: string;
  receivedAtMs: number;
}

export interface RequestOptions {
  method?: 'GET' | 'POST';
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, and called JSON. */
  rawBody?: string;
  /** The username part of the credentials; null sends none. */
  token?: string | null;
}

export interface ApiClient {
  request(path: string, ask?: RequestOptions): Promise<ApiResponse>;
  /** All at once and unpaced, after a second of silence: for the limit itself. */
  burst(asks: readonly [path: string, ask?: RequestOptions][]): Promise<ApiResponse[]>;
  waitForWindow(): Promise<void>;
}

export class UnreachableError extends Error {}

export interface ApiClientOptions {
  base: string;
  token: string;
  password: string;
  /** Requests in a second that this suite allows itself; undefined where there is no limit. */
  maxPerSecond?: number | undefined;
  clock: SuiteClock;
}

const windowMs = 1_060;
const timeoutMs = 30_000;

export function createApiClient({ base, token, password, maxPerSecond, clock }: ApiClientOptions): ApiClient {
  const sent: number[] = [];

  async function pace(): Promise<void> {
    if (maxPerSecond === undefined) return;
    for (;;) {
      const now = clock.now();
      while (sent[0] !== undefined && now - sent[0] >= windowMs) sent.shift();
      const oldest = sent[0];
      if (oldest === undefined || sent.length < maxPerSecond) break;
      await clock.wait(oldest + windowMs - now);
    }
    sent.push(clock.now());
  }

  async function send(path: string, ask: RequestOptions = {}): Promise<ApiResponse> {
    const username = ask.token === undefined ? token : ask.token;
    const body = ask.rawBody ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body));
    const headers = new Headers({ accept: 'application/json' });
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (username !== null) {
      headers.set('authorization', `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
    }
    const method = ask.method ?? 'GET';
    try {
      const response = await fetch(base + path, {
        method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      const contentType = response.headers.get('content-type') ?? '';
      const asked = `${method} ${base}${path}`;
      return {
        status: response.status,
        contentType,
        text,
        json: parseJson(text),
        requestLine: asked,
        receivedAtMs: clock.now(),
      };
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      throw new UnreachableError(`No answer from ${method} ${base}${path}: ${cause}`);
    }
  }

  async function quiet(): Promise<void> {
    await clock.wait(windowMs);
  }

  return {
    async request(path, ask) {
      await pace();
      const response = await send(path, ask);
      // Somebody else may be using the token. What was refused was not done, so it may be asked once more; only the
      // limit's own checks want to see a 429, and they ask in bursts.
      if (response.status !== 429) return response;
      await quiet();
      return send(path, ask);
    },
    async burst(asks) {
      const answers = await Promise.all(asks.map(([path, ask]) => send(path, ask)));
      const now = clock.now();
      for (let count = 0; count < (maxPerSecond ?? 0); count++) sent.push(now);
      return answers;
    },
    waitForWindow: quiet,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
