import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { readBytes } from '../../lib/http/read-body';
import { callRoute } from './call-route.mjs';
import { createHttpServer } from './create-http-server.mjs';

const publicOrigin = 'https://landfall.company.example';
let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});

async function serve(handler: Parameters<typeof callRoute>[0]) {
  server = createServer((request, response) => callRoute(handler, request, response, { publicOrigin }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

it('passes on the address, the headers and the bytes of a request, and sends the response', async () => {
  const port = await serve(async (request) => {
    const body = Buffer.from(await readBytes(request, 10)).toString('hex');
    const headers = new Headers({ 'content-type': 'application/json', 'x-seen': request.headers.get('x-sent') ?? '' });
    headers.append('set-cookie', 'a=1');
    headers.append('set-cookie', 'b=2');
    return new Response(JSON.stringify({ url: request.url, body }), { status: 202, headers });
  });
  const response = await fetch(`http://127.0.0.1:${port}/api/hook?a=b`, {
    method: 'POST',
    headers: { 'x-sent': 'yes' },
    body: new Uint8Array([0, 255]),
  });
  expect(response.status).toBe(202);
  expect(response.headers.get('x-seen')).toBe('yes');
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await response.json()).toEqual({ url: `${publicOrigin}/api/hook?a=b`, body: '00ff' });
});

it('keeps the problem of a route that answers 404', async () => {
  const problem = JSON.stringify({ status: 404, detail: 'The migration service does not know this address.' });
  const headers = { 'content-type': 'application/problem+json' };
  const handler = async () => new Response(problem, { status: 404, headers });
  const handle: Parameters<typeof createHttpServer>[0]['handle'] = (request, response) =>
    callRoute(handler, request, response, { publicOrigin });
  server = createHttpServer({ publicOrigin, trustedHops: 0, handle });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/imports`, {
    method: 'POST',
  });
  expect([response.status, await response.text()]).toEqual([404, problem]);
});

it('answers before the end of a body that the handler does not read, and discards the rest', async () => {
  const port = await serve(async (request) => {
    const refused = await readBytes(request, 1000).catch(() => undefined);
    return new Response(null, { status: refused === undefined ? 413 : 200 });
  });
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
  const chunk = `7d0\r\n${'x'.repeat(2000)}\r\n`;
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`);
  await expect.poll(() => received).toMatch(/^HTTP\/1\.1 413 /);
  socket.write(`${chunk.repeat(100)}0\r\n\r\n`);
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx');
  await once(socket, 'close');
  expect(received).toMatch(/HTTP\/1\.1 200 /);
});

it('gives the handler an error if the sender leaves during the body', async () => {
  let failed = false;
  const port = await serve(async (request) => {
    failed = await readBytes(request, 1000).then(
      () => false,
      () => true,
    );
    return new Response(null, { status: 400 });
  });
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc');
  await once(socket, 'connect');
  socket.destroy();
  await expect.poll(() => failed).toBe(true);
});
