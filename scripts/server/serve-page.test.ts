import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { servePage } from './serve-page.mjs';

let server: Server | undefined;
afterEach(() => server?.close().closeAllConnections());

async function get(prepare: Parameters<typeof servePage>[0]) {
  const handle = ({ url, headers }: IncomingMessage, response: ServerResponse) =>
    response.end(JSON.stringify({ url, nonce: headers['x-nonce'], own: headers['x-own'] }));
  server = createServer((request, response) => void servePage(prepare, request, response, handle));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/a?b`, { headers: { 'x-own': 'kept' }, redirect: 'manual' });
}

it('renders a page with the address, the status and the headers that were prepared', async () => {
  const response = await get(async ({ url, headers }) => {
    headers.set('x-nonce', `of ${url}`);
    return { url: '/other', status: 404, headers, responseHeaders: { 'set-cookie': 'a=b' } };
  });
  expect([response.status, response.headers.get('set-cookie')]).toEqual([404, 'a=b']);
  expect(await response.json()).toEqual({ url: '/other', nonce: 'of /a?b', own: 'kept' });
});

it('sends an answer in place of the page', async () => {
  const headers = { location: '/sign-in' };
  const response = await get(async () => new Response(null, { status: 307, headers }));
  expect([response.status, response.headers.get('location')]).toEqual([307, '/sign-in']);
});

it('passes everything else to Next unchanged', async () => {
  const response = await get(async () => undefined);
  expect([response.status, await response.json()]).toEqual([200, { url: '/a?b', own: 'kept' }]);
});

it('sends what a route writes at once, and a page at its end', async () => {
  let sent: () => boolean = () => false;
  const handle = (_request: IncomingMessage, response: ServerResponse) => {
    sent = () => response.headersSent;
    response.write('first');
  };
  server = createServer((request, response) => void servePage(async () => undefined, request, response, handle));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const signal = AbortSignal.timeout(5_000);
  await fetch(`http://127.0.0.1:${port}/api/stream`, { signal });
  expect(sent()).toBe(true);
  const client = new AbortController();
  const page = fetch(`http://127.0.0.1:${port}/page`, { signal: client.signal });
  await expect.poll(() => sent()).toBe(false);
  client.abort();
  await expect(page).rejects.toThrow('aborted');
});
