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

/** Why there is no whole answer. `sent` is the one fact that matters for a POST: may its bytes have left? */
export class HttpFailure extends Error {
  override readonly name = 'ExchangeFailure';

  constructor(
    readonly reason: 'given_up' | 'unreachable' | 'broken' | 'too_large' | 'encoded',
    readonly sent: boolean,
    /** Status and head of an answer that broke off. */
    readonly head: ResponseHead | undefined,
    cause: unknown,
  ) {
    super(`no whole answer: ${reason}`, { cause });
  }
}

export interface HttpClient {
  get(path: string, signal: AbortSignal): Promise<HttpResponse>;
  post(path: string, body: string | null, signal: AbortSignal): Promise<HttpResponse>;
  close(): Promise<void>;
}

const maxBodyBytes = 16 * 1024 * 1024;

/** Trust and timing of connections; certificates of a private authority go here. */
export interface ConnectOptions {
  timeout?: number;
  ca?: string | Buffer;
}

/**
 * One HTTP request, one answer, at one origin. Redirects are not followed, bodies are capped while they stream in, and
 * the caller's signal is the only timer.
 *
 * Questions share a pool of kept connections. A POST gets a connection of its own: on a kept one the service may just
 * have hung up, and then nobody could say whether it acted. On its own socket the count of bytes written tells.
 */
export function createHttpClient(options: {
  url: string;
  authorization: string;
  clock: Clock;
  /** Undefined: as many as are needed, so that a request leaves the moment its turn has come. */
  connections?: number;
  connect?: ConnectOptions;
}): HttpClient {
  const base = new URL(options.url);
  const prefix = base.pathname.replace(/\/+$/, '');
  const connect = { timeout: 5_000, ...options.connect };
  const untimed = { headersTimeout: 0, bodyTimeout: 0, pipelining: 1 };
  const pool = new Pool(base.origin, { ...untimed, connect, connections: options.connections ?? null });
  const connectOnce = buildConnector(connect);
  const headers = {
    accept: 'application/json',
    // Nothing is unpacked here, so that the cap counts what really arrives.
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
      if (signal.aborted) throw new HttpFailure('given_up', wasSent(), head, signal.reason);
      throw new HttpFailure(head || wasSent() ? 'broken' : 'unreachable', wasSent(), head, error);
    }
  }

  return {
    get: (path, signal) => exchange(pool, { method: 'GET', path, body: null }, signal, () => false),
    post: async (path, body, signal) => {
      const sockets: Socket[] = [];
      const client = new Client(base.origin, {
        ...untimed,
        connect: (target, done) =>
          connectOnce(target, (...result) => {
            if (result[1]) sockets.push(result[1]);
            done(...result);
          }),
      });
      try {
        // `bytesWritten` counts what was handed to the socket, buffered bytes included: a doubt counts as sent.
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
  const refuse = (why: 'too_large' | 'encoded', message: string): never => {
    body.on('error', () => undefined);
    body.destroy();
    throw new BodyRejected(why, message);
  };
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding !== 'identity' && encoding !== '') refuse('encoded', `the body is encoded as ${encoding.slice(0, 40)}`);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) refuse('too_large', `the body is larger than ${maxBodyBytes} bytes`);
    chunks.push(chunk);
  }
  return decode(Buffer.concat(chunks), String(headers['content-type'] ?? ''));
}

/** JSON is UTF-8; some servers still say otherwise, and are taken at their word where the word is known. */
function decode(bytes: Buffer, contentType: string): string {
  const charset = /charset\s*=\s*"?([\w-]{1,40})/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
