import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { sendWhole } from './send-whole.mjs';

type Handle = (response: ServerResponse, drop: () => void) => unknown;

const paragraph = '<p>schön</p>'.repeat(500);
const html = { 'content-type': 'text/html; charset=utf-8' };

let server: Server | undefined;
afterEach(() => server?.close().closeAllConnections());

async function start(handle: Handle, acceptEncoding: string): Promise<number> {
  server = createServer((_request, response) => handle(response, sendWhole(response, acceptEncoding)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function get(handle: Handle, { method = 'GET', acceptEncoding = 'gzip, br' } = {}) {
  const port = await start(handle, acceptEncoding);
  const sending = send({ port, host: '127.0.0.1', method, agent: false }).end();
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const { 'content-encoding': encoding, 'content-length': length, vary } = response.headers;
  return { status: response.statusCode, encoding, length: Number(length ?? Number.NaN), vary, body };
}

/** As Next does: in pieces that may split a character. */
function write(response: ServerResponse, content: string): void {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Vary', 'rsc');
  response.flushHeaders();
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += 97) response.write(bytes.subarray(at, at + 97));
  expect(response.headersSent).toBe(false);
  response.end();
}
const page: Handle = (response) => write(response, paragraph);

it('sends a page that is written in pieces at its end, compressed', async () => {
  const { status, encoding, length, vary, body } = await get(page);
  expect([status, encoding, vary]).toEqual([200, 'gzip', 'rsc, Accept-Encoding']);
  expect(length).toBe(body.length);
  expect(body.length).toBeLessThan(200);
  expect(gunzipSync(body).toString()).toBe(paragraph);
});

it('sends text as it is to a client that does not accept gzip', async () => {
  const { encoding, length, vary, body } = await get(page, { acceptEncoding: 'br' });
  expect([encoding, length, vary]).toEqual([undefined, body.length, 'rsc, Accept-Encoding']);
  expect(body.toString()).toBe(paragraph);
});

it('does not compress a short text', async () => {
  const { encoding, length, vary, body } = await get((response) => write(response, 'short'));
  expect([encoding, length, vary, body.toString()]).toEqual([undefined, 5, 'rsc, Accept-Encoding', 'short']);
});

it.each([
  ['an image', { 'content-type': 'image/png' }],
  ['a part of a file', { 'content-type': 'text/plain', 'content-range': 'bytes 0-9/10' }],
])('leaves %s as it is', async (_name, headers) => {
  const { encoding, vary, body } = await get((response) => {
    response.setHeaders(new Headers(headers));
    response.end(paragraph, 'latin1');
  });
  expect([encoding, vary]).toEqual([undefined, undefined]);
  expect(body.toString('latin1')).toBe(paragraph);
});

it('leaves a response as it is whose headers are sent already', async () => {
  const { encoding, body } = await get((response) => response.writeHead(200, html).end(paragraph));
  expect([encoding, body.toString()]).toEqual([undefined, paragraph]);
});

it('answers without a body', async () => {
  const notModified = await get((response) => {
    response.statusCode = 304;
    response.end(null);
  });
  expect([notModified.status, notModified.vary, notModified.body.length]).toEqual([304, undefined, 0]);
});

it('answers HEAD with the headers of the page', async () => {
  const { length, encoding, body } = await get(page, { method: 'HEAD' });
  expect([length, encoding, body.length]).toEqual([(await get(page)).length, 'gzip', 0]);
});

it('sends an error in place of a page that failed while it was written', async () => {
  const { status, body } = await get((response, drop) => {
    response.write('<p>half');
    drop();
    response.statusCode = 500;
    response.setHeader('Content-Type', 'text/plain');
    response.end('failed');
  });
  expect([status, body.toString()]).toEqual([500, 'failed']);
});

it('calls back after each piece and at the end', async () => {
  const called: string[] = [];
  await get((response) => {
    response.setHeader('Content-Type', 'text/html');
    response.write(paragraph, () => called.push('written'));
    response.end(() => called.push('ended'));
  });
  await expect.poll(() => called).toEqual(['written', 'ended']);
});

it('survives a client that leaves before the page is compressed', async () => {
  const closed = new Promise<boolean>((resolve) => {
    void start((response) => {
      response.once('close', () => resolve(response.writableFinished));
      response.setHeader('Content-Type', 'text/html');
      response.write(paragraph);
      response.destroy();
      response.end();
    }, 'gzip').then((port) =>
      send({ port, host: '127.0.0.1', agent: false })
        .on('error', () => undefined)
        .end(),
    );
  });
  expect(await closed).toBe(false);
});
