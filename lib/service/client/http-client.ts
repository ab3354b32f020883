import type { Socket } from 'node:net';
import { buildConnector, Client, Pool } from 'undici';
import type { Clock } from '../../core/clock';

type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface HttpResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly text: string;
  readonly sentAt: Date;
  readonly receivedAt: Date;
}

type ResponseHead = Omit<HttpResponse, 'text'>;

/** The abort reason of a call: its deadline passed, or its last caller gave up. */
export class CallAbortedError extends Error {
  override readonly name = 'CallAbortedError';

  constructor(readonly reason: 'deadline' | 'caller') {
    super(reason === 'deadline' ? 'the deadline passed' : 'given up by the caller');
  }
}

/** Aborted with a `CallAbortedError` after `ms`, unless `done` is aborted first. */
export function abortAfter(clock: Clock, ms: number, done: AbortSignal): AbortSignal {
  const deadline = new AbortController();
  clock.sleep(ms, done).then(
    () => deadline.abort(new CallAbortedError('deadline')),
    () => undefined,
  );
  return deadline.signal;
}

/** No complete response. `sent` says whether the bytes of a POST may have been sent. */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    readonly reason: 'aborted' | 'unreachable' | 'broken' | 'too_large' | 'encoded',
    readonly sent: boolean,
    /** Set when only the body is incomplete. */
    readonly head: ResponseHead | undefined,
    cause: unknown,
  ) {
    super(`no complete response: ${reason}`, { cause });
  }
}

export type HttpClient = ReturnType<typeof createHttpClient>;

const maxBodyBytes = 16 * 1024 * 1024;

export interface ConnectOptions {
  timeout?: number;
  /** Certificate of a private authority. */
  ca?: string | Buffer;
}

/**
 * Sends single HTTP requests to one origin. It follows no redirects, limits the body size, and uses the caller's signal
 * as the only timeout. GETs share a connection pool. Each POST gets its own connection: if it fails, the bytes written
 * to that socket show whether the service may have acted.
 */
export function createHttpClient(options: {
  url: string;
  authorization: string;
  clock: Clock;
  connections?: number;
  connect?: ConnectOptions;
}) {
  const base = new URL(options.url);
  const prefix = base.pathname.replace(/\/+$/, '');
  const connect = { timeout: 5_000, ...options.connect };
  const noTimeouts = { headersTimeout: 0, bodyTimeout: 0, pipelining: 1 };
  const pool = new Pool(base.origin, { ...noTimeouts, connect, connections: options.connections ?? null });
  const connectOnce = buildConnector(connect);
  const headers = {
    accept: 'application/json',
    // Compression would let a small body exceed the size limit once decoded.
    'accept-encoding': 'identity',
    authorization: options.authorization,
    'user-agent': 'landfall',
  };

  async function exchange(
    dispatcher: Pool | Client,
    request: { method: 'GET' | 'POST'; path: string; body: string | null },
    signal: AbortSignal,
    wasSent: () => boolean,
  ): Promise<HttpResponse> {
    let head: ResponseHead | undefined;
    try {
      signal.throwIfAborted();
      const sentAt = options.clock.now();
      const response = await dispatcher.request({
        method: request.method,
        path: `${prefix}${request.path}`,
        headers: request.body === null ? headers : { ...headers, 'content-type': 'application/json' },
        body: request.body,
        signal,
      });
      head = { status: response.statusCode, headers: response.headers, sentAt, receivedAt: options.clock.now() };
      const text = await readBody(response.body, response.headers);
      return { ...head, text, receivedAt: options.clock.now() };
    } catch (error) {
      if (error instanceof BodyRejectedError) throw new HttpError(error.reason, wasSent(), head, error);
      if (signal.aborted) throw new HttpError('aborted', wasSent(), head, signal.reason);
      throw new HttpError(head || wasSent() ? 'broken' : 'unreachable', wasSent(), head, error);
    }
  }

  return {
    get: (path: string, signal: AbortSignal) =>
      exchange(pool, { method: 'GET', path, body: null }, signal, () => false),
    post: async (path: string, body: string | null, signal: AbortSignal): Promise<HttpResponse> => {
      const sockets: Socket[] = [];
      const client = new Client(base.origin, {
        ...noTimeouts,
        connect: (target, done) =>
          connectOnce(target, (...result) => {
            if (result[1]) sockets.push(result[1]);
            done(...result);
          }),
      });
      try {
        // `bytesWritten` includes buffered bytes, so "sent" errs on the safe side.
        const wasSent = () => sockets.some((socket) => socket.bytesWritten !== 0);
        return await exchange(client, { method: 'POST', path, body }, signal, wasSent);
      } finally {
        await client.destroy();
      }
    },
    close: () => pool.destroy(),
  };
}

class BodyRejectedError extends Error {
  constructor(
    readonly reason: 'too_large' | 'encoded',
    message: string,
  ) {
    super(message);
  }
}

async function readBody(
  body: AsyncIterable<Buffer> & { destroy(): unknown; on(event: 'error', listener: () => void): unknown },
  headers: ResponseHeaders,
): Promise<string> {
  const reject = (reason: 'too_large' | 'encoded', message: string): never => {
    body.on('error', () => undefined);
    body.destroy();
    throw new BodyRejectedError(reason, message);
  };
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding !== 'identity' && encoding !== '') reject('encoded', `the body is encoded as ${encoding.slice(0, 40)}`);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) reject('too_large', `the body is larger than ${maxBodyBytes} bytes`);
    chunks.push(chunk);
  }
  return decode(Buffer.concat(chunks), String(headers['content-type'] ?? ''));
}

/** JSON should be UTF-8, but some servers declare another charset. */
function decode(bytes: Buffer, contentType: string): string {
  const charset = /charset\s*=\s*"?([\w-]{1,40})/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
