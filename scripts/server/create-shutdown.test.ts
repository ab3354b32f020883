import { once } from 'node:events';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createHttpServer } from './create-http-server.mjs';
import { createShutdown } from './create-shutdown.mjs';

async function openServer(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createHttpServer({ publicOrigin: 'http://localhost', trustedHops: 0, handle });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/health` };
}

describe('createShutdown', () => {
  it('lets a running response finish before it closes the app', async () => {
    const order: string[] = [];
    let finish: () => void = () => undefined;
    const { server, url } = await openServer((_request, response) => {
      finish = () => {
        order.push('answered');
        response.end('whole');
      };
    });
    const shutDown = createShutdown(server, { closeApp: () => void order.push('closed') });
    const pendingFetch = fetch(url).then((response) => response.text());
    await once(server, 'request');
    const down = shutDown();
    finish();
    expect(await pendingFetch).toBe('whole');
    await down;
    expect(order).toEqual(['answered', 'closed']);
  });

  it('does not wait for a stream and leaves no connection open', async () => {
    const { server, url } = await openServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': hello\n\n');
    });
    const shutDown = createShutdown(server, { closeApp: () => undefined, graceMs: 60_000 });
    const [stream] = (await once(get(url), 'response')) as [IncomingMessage];
    const ended = new Promise((resolve) => stream.once('error', resolve).once('close', resolve));
    stream.resume();
    await shutDown();
    await ended;
    expect(server.listening).toBe(false);
  });

  it('ends even when a response or the app hangs', async () => {
    const { server, url } = await openServer(() => undefined);
    const shutDown = createShutdown(server, { closeApp: () => new Promise(() => undefined), graceMs: 50 });
    const pendingFetch = fetch(url).catch(() => 'cut');
    await once(server, 'request');
    await shutDown();
    expect(await pendingFetch).toBe('cut');
  });

  it('answers while it drains, and asks clients not to use the connection again', async () => {
    const order: string[] = [];
    const { server, url } = await openServer((_request, response) => void response.end('whole'));
    let drains: () => void = () => undefined;
    const draining = new Promise<void>((resolve) => (drains = resolve));
    const shutDown = createShutdown(server, {
      startDraining: () => (order.push('draining'), drains()),
      closeApp: () => void order.push('closed'),
      drainMs: 1000,
    });
    expect((await fetch(url)).headers.get('connection')).toBe('keep-alive');
    const down = shutDown();
    await draining;
    const response = await fetch(url);
    expect(response.headers.get('connection')).toBe('close');
    order.push(await response.text());
    await down;
    expect(order).toEqual(['draining', 'whole', 'closed']);
  });

  it('runs only once', async () => {
    const { server } = await openServer(() => undefined);
    let closed = 0;
    const shutDown = createShutdown(server, { closeApp: () => void (closed += 1) });
    await Promise.all([shutDown(), shutDown()]);
    expect(closed).toBe(1);
  });
});
