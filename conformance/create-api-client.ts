export interface SuiteClock {
  now(): number;
  wait(ms: number): Promise<void>;
}

/** Monotonic. */
export const systemClock: SuiteClock = {
  now: () => performance.timeOrigin + performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms))),
};

export interface ApiResponse {
  status: number;
  contentType: string;
  text: string;
  /** Undefined when the body is empty or not JSON. */
  json: unknown;
  requestLine: string;
  receivedAtMs: number;
}

export interface RequestOptions {
  method?: 'GET' | 'POST';
  body?: unknown;
  /** Sent unchanged, with the content type of JSON. */
  rawBody?: string;
  /** The username part of the credentials; null sends none. */
  token?: string | null;
}

export type ApiClient = ReturnType<typeof createApiClient>;

export class UnreachableError extends Error {}

const windowMs = 1_060;
const timeoutMs = 30_000;

export function createApiClient(options: {
  base: string;
  token: string;
  password: string;
  maxPerSecond?: number;
  clock: SuiteClock;
}) {
  const { base, token, password, maxPerSecond, clock } = options;
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

  async function send(path: string, request: RequestOptions = {}): Promise<ApiResponse> {
    const username = request.token === undefined ? token : request.token;
    const body = request.rawBody ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
    const headers = new Headers({ accept: 'application/json' });
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (username !== null) {
      headers.set('authorization', `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
    }
    const method = request.method ?? 'GET';
    const requestLine = `${method} ${base}${path}`;
    try {
      const response = await fetch(base + path, {
        method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      return {
        status: response.status,
        contentType: response.headers.get('content-type') ?? '',
        text,
        json: parseJson(text),
        requestLine,
        receivedAtMs: clock.now(),
      };
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      throw new UnreachableError(`No answer from ${requestLine}: ${cause}`);
    }
  }

  const waitForWindow = async (): Promise<void> => clock.wait(windowMs);

  async function request(path: string, options?: RequestOptions): Promise<ApiResponse> {
    await pace();
    const response = await send(path, options);
    // Another client may share the token. A request answered 429 was not carried out, so repeating it is safe.
    if (response.status !== 429) return response;
    await waitForWindow();
    return send(path, options);
  }

  return {
    request,
    post: (path: string, body?: object) => request(path, { method: 'POST', body }),
    /** Sends all requests at once, without pacing. */
    async burst(paths: readonly string[]): Promise<ApiResponse[]> {
      const responses = await Promise.all(paths.map((path) => send(path)));
      const now = clock.now();
      for (let count = 0; count < (maxPerSecond ?? 0); count++) sent.push(now);
      return responses;
    },
    waitForWindow,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
