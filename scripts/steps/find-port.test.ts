import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { assertPortFree, describePortProblem, findFreePort } from './find-port.mjs';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function occupy(host: string, port = 0) {
  const server = createServer();
  open.push(server);
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('ports', () => {
  it('a taken port is reported in one sentence with the solution', async () => {
    const port = await occupy('127.0.0.1');
    await expect(assertPortFree({ port, host: '127.0.0.1' })).rejects.toThrow(
      `Port ${port} is taken by another program: stop that one, or choose another port with PORT=${port + 1}.`,
    );
  });

  it('a free port passes', async () => {
    const port = await findFreePort({ near: 40_100 });
    await assertPortFree({ port, host: '127.0.0.1' });
  });

  it('the preferred port is used if it is free, otherwise the next free one', async () => {
    const preferred = await findFreePort({ near: 40_300 });
    expect(await findFreePort({ near: 40_100, prefer: preferred })).toBe(preferred);
    await occupy('127.0.0.1', preferred);
    expect(await findFreePort({ near: preferred, prefer: preferred })).toBeGreaterThan(preferred);
  });

  it('an address this machine does not have is an invalid setting', async () => {
    await expect(assertPortFree({ port: 40_500, host: '203.0.113.1' })).rejects.toThrow(
      'Bad setting: HOST 203.0.113.1 is not an address of this machine.',
    );
    expect(describePortProblem('EACCES', { port: 80, host: '127.0.0.1' })).toMatch(/^Port 80 .*\.$/);
  });
});
