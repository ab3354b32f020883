import type { SuiteClock } from './suite-clock';

/** An answer, as black box as it gets. */
export interface Answer {
  status: number;
  contentType: string;
  text: string;
  /** Undefined when the body is empty or not JSON. */
  json: unknown;
  /** What was asked, for the report. */
  asked: string;
  receivedAtMs: number;
}

export interface Ask {
  method?: 'GET' | 'POST';
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, and called JSON. */
  rawBody?: string;
  /** The username part of the credentials; null sends none. */
  token?: string | null;
}

export interface Asker {
  ask(path: string, ask?: Ask): Promise<Answer>;
  /** All at once and unpaced, after a second of silence: for the limit itself. */
  burst(asks: readonly [path: string, ask?: Ask][]): Promise<Answer[]>;
  quiet(): Promise<void>;
}

export class Unreachable extends Error {}

export interface AskerParts {
  base: string;
  token: string;
  password: string;
  /** Requests in a second that this suite allows itself; undefined where there is no limit. */
  paceTo?: number | undefined;
  clock: SuiteClock;
}

const windowMs = 1_060;
const timeoutMs = 30_000;

export function createAsker({ base, token, password, paceTo, clock }: AskerParts): Asker {
  const sent: number[] = [];

  async function pace(): Promise<void> {
    if (paceTo === undefined) return;
    for (;;) {
      const now = clock.now();
      while (sent[0] !== undefined && now - sent[0] >= windowMs) sent.shift();
      const oldest = sent[0];
      if (oldest === undefined || sent.length < paceTo) break;
      await clock.wait(oldest + windowMs - now);
    }
    sent.push(clock.now());
  }

  async function send(path: string, ask: Ask = {}): Promise<Answer> {
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
      return { status: response.status, contentType, text, json: parse(text), asked, receivedAtMs: clock.now() };
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      throw new Unreachable(`No answer from ${method} ${base}${path}: ${cause}`);
    }
  }

  async function quiet(): Promise<void> {
    await clock.wait(windowMs);
  }

  return {
    async ask(path, ask) {
      await pace();
      const answer = await send(path, ask);
      // Somebody else may be using the token. What was refused was not done, so it may be asked once more; only the
      // limit's own checks want to see a 429, and they ask in bursts.
      if (answer.status !== 429) return answer;
      await quiet();
      return send(path, ask);
    },
    async burst(asks) {
      const answers = await Promise.all(asks.map(([path, ask]) => send(path, ask)));
      const now = clock.now();
      for (let count = 0; count < (paceTo ?? 0); count++) sent.push(now);
      return answers;
    },
    quiet,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
