import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../../lib/core/error-code.mjs';

interface ProxyOptions {
  /** Addresses of the instances. */
  upstreams: readonly string[];
  port: number;
  checkMs: number;
  /** For the readiness checks. */
  headers?: OutgoingHttpHeaders;
}

/** Does what deploy/Caddyfile asks of Caddy: balances, checks readiness, streams, and repeats only what is safe. */
export async function startBalancingProxy({ upstreams, port, checkMs, headers = {} }: ProxyOptions) {
  const ready = new Map<string, boolean>();
  let stopped = false;
  let turn = 0;

  const isReady = async (upstream: string) => {
    try {
      const outgoing = request(`${upstream}/api/health/ready`, { headers, agent: false }).end();
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      response.resume();
      return response.statusCode === 200;
    } catch {
      return false;
    }
  };

  const checks = upstreams.map(async (upstream) => {
    while (!stopped) {
      ready.set(upstream, await isReady(upstream));
      await delay(checkMs);
    }
  });

  const forward = async (incoming: IncomingMessage, body: Buffer, response: ServerResponse, upstream: string) => {
    const { method = 'GET', url = '', socket } = incoming;
    const forwarded = { ...incoming.headers, 'x-forwarded-for': socket.remoteAddress };
    const outgoing = request(upstream + url, { method, headers: forwarded, agent: false }).end(body);
    response.once('close', () => outgoing.destroy());
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'keep-alive' });
    answer.once('error', () => response.destroy());
    answer.pipe(response);
  };

  const server = createServer(async (incoming, response) => {
    const body = await buffer(incoming);
    for (const deadline = Date.now() + 10_000; Date.now() < deadline; await delay(50)) {
      const candidates = upstreams.filter((upstream) => ready.get(upstream) === true);
      const upstream = candidates[turn++ % candidates.length];
      if (upstream === undefined) continue;
      try {
        return await forward(incoming, body, response, upstream);
      } catch (error) {
        if (errorCode(error) !== 'ECONNREFUSED' && incoming.method !== 'GET') break;
      }
    }
    response.writeHead(502).end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    close: async () => {
      stopped = true;
      server.close();
      server.closeAllConnections();
      await Promise.all(checks);
    },
  };
}
