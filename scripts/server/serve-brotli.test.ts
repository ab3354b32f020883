import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, request as send, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compressStatic } from '../steps/compress-static';
import { createBrotliFiles } from './serve-brotli.mjs';

const script = `export const text = '${'hello '.repeat(1000)}';`;
const path = '/_next/static/chunks/app/[id] page.js';
let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'landfall static '));
  mkdirSync(join(folder, 'chunks', 'app'), { recursive: true });
  writeFileSync(join(folder, 'chunks', 'app', '[id] page.js'), script);
  writeFileSync(join(folder, 'chunks', 'small.js'), 'export {};');
  writeFileSync(join(folder, 'chunks', 'font.woff2'), script);
  await compressStatic(folder);
  const serve = createBrotliFiles(folder);
  server = createServer((request, response) => {
    if (!serve(request, response)) response.end('from Next');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await new Promise((resolve) => server.close(resolve));
});

async function get(address: string, headers: IncomingHttpHeaders = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  const sending = send({ port, host: '127.0.0.1', path: encodeURI(address), method, headers, agent: false }).end();
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

it('compresses text files that become smaller', () => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.br'));
  expect(names).toEqual([join('chunks', 'app', '[id] page.js.br')]);
});

it('serves the compressed file to clients that accept brotli', async () => {
  const { status, headers, body } = await get(`${path}?v=1`, { 'accept-encoding': 'gzip, deflate, br' });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=UTF-8',
    'content-length': String(body.length),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  expect(body.length).toBeLessThan(200);
  expect(brotliDecompressSync(body).toString()).toBe(script);
});

it('answers HEAD without a body, and 304 when the client has the file', async () => {
  const { headers } = await get(path, { 'accept-encoding': 'br' });
  const head = await get(path, { 'accept-encoding': 'br' }, 'HEAD');
  expect([head.headers['content-length'], head.headers.etag]).toEqual([headers['content-length'], headers.etag]);
  expect(head.body).toHaveLength(0);
  for (const given of [headers.etag, `"other", W/${headers.etag}`, '*']) {
    const { status, body, ...again } = await get(path, { 'accept-encoding': 'br', 'if-none-match': given });
    expect([status, body.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
    expect(again.headers['cache-control']).toContain('immutable');
  }
  expect((await get(path, { 'accept-encoding': 'br', 'if-none-match': '"other"' })).status).toBe(200);
});

it.each<[string, string, IncomingHttpHeaders, string?]>([
  ['without Accept-Encoding', path, {}],
  ['with gzip only', path, { 'accept-encoding': 'gzip' }],
  ['with brotli refused', path, { 'accept-encoding': 'gzip, br;q=0' }],
  ['for a range', path, { 'accept-encoding': 'br', range: 'bytes=0-9' }],
  ['for a small file', '/_next/static/chunks/small.js', { 'accept-encoding': 'br' }],
  ['for a font', '/_next/static/chunks/font.woff2', { 'accept-encoding': 'br' }],
  ['for the compressed file itself', `${path}.br`, { 'accept-encoding': 'br' }],
  ['for a path outside', '/_next/static/chunks/../chunks/app/[id] page.js', { 'accept-encoding': 'br' }],
  ['for other methods', path, { 'accept-encoding': 'br' }, 'POST'],
])('leaves the request to Next %s', async (_name, address, headers, method) => {
  expect((await get(address, headers, method)).body.toString()).toBe('from Next');
});
