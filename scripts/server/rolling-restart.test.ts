import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { findFreePort } from '../steps/find-port.mjs';
import { startBalancingProxy } from '../testing/balancing-proxy';
import { createHttpServer } from './create-http-server.mjs';
import { createShutdown } from './create-shutdown.mjs';

/** The server of an instance, with an app that answers slowly and knows when it drains. */
async function startInstance(publicOrigin: string, port = 0) {
  let draining = false;
  const served: string[] = [];
  const server = createHttpServer({
    publicOrigin,
    trustedHops: 1,
    handle: async ({ method, url = '', headers }, response) => {
      if (url === '/api/health/ready') return response.writeHead(draining ? 503 : 200).end();
      served.push(`${method} ${String(headers['x-number'])}`);
      await delay(40);
      response.end('done');
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const stop = createShutdown(server, {
    startDraining: () => void (draining = true),
    closeApp: () => undefined,
    drainMs: 400,
  });
  return { port: (server.address() as AddressInfo).port, stop, served };
}

it('no request fails and no POST arrives twice while two instances behind a proxy are restarted in turn', async () => {
  const proxyPort = await findFreePort({ near: 3900 });
  const origin = `http://127.0.0.1:${proxyPort}`;
  const instances = await Promise.all([startInstance(origin), startInstance(origin)]);
  const served = instances.map((instance) => instance.served);
  const proxy = await startBalancingProxy({
    upstreams: instances.map(({ port }) => `http://127.0.0.1:${port}`),
    headers: { host: new URL(origin).host },
    port: proxyPort,
    checkMs: 50,
  });
  let rolling = true;
  let number = 0;
  const failed: unknown[] = [];
  const client = async (method: string) => {
    while (rolling) {
      const headers = { 'x-number': String(number++) };
      const answer = await fetch(`${origin}/api/imports`, { method, headers }).then(
        (response) => response.text(),
        String,
      );
      if (answer !== 'done') failed.push(answer);
    }
  };
  const clients = ['GET', 'GET', 'POST', 'POST', 'POST'].map(client);
  for (const index of [0, 1] as const) {
    await instances[index].stop();
    const next = await startInstance(origin, instances[index].port);
    served.push(next.served);
    instances[index] = next;
    await delay(150);
  }
  rolling = false;
  await Promise.all(clients);
  await proxy.close();
  await Promise.all(instances.map(({ stop }) => stop()));
  expect(failed).toEqual([]);
  const posts = served.flat().filter((request) => request.startsWith('POST'));
  expect(posts.length).toBeGreaterThan(5);
  expect(new Set(posts).size).toBe(posts.length);
});
