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

/** No complete response. `sent` says whether the bytes of a POST may have been sent. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';

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

export interface HttpClient {
  get(path: string, signal: AbortSignal): Promise<HttpResponse>;
  post(path: string, body: string | null, signal: AbortSignal): Promise<HttpResponse>;
  close(): Promise<void>;
}

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
  /** Undefined: unlimited. */
  connections?: number;
  connect?: ConnectOptions;
}): HttpClient {
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
      if (error instanceof BodyRejected) throw new HttpFailure(error.reason, wasSent(), head, error);
      if (signal.aborted) throw new HttpFailure('aborted', wasSent(), head, signal.reason);
      throw new HttpFailure(head || wasSent() ? 'broken' : 'unreachable', wasSent(), head, error);
    }
  }

  return {
    get: (path, signal) => exchange(pool, { method: 'GET', path, body: null }, signal, () => false),
    post: async (path, body, signal) => {
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

class BodyRejected extends Error {
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
    throw new BodyRejected(reason, message);
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
