import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';

/** The functions `call` and `listAll` of docs/api.md behind a server that fails. e2e/api.spec.ts runs the examples. */

const moduleSchema = z.object({
  call: z.custom<(method: string, path: string, body?: object) => Promise<unknown>>(),
  listAll: z.custom<(filters: Record<string, string>) => AsyncIterable<unknown>>(),
  waits: z.custom<number[]>(),
});
let example: z.infer<typeof moduleSchema>;
let folder = '';
let requests: IncomingMessage[] = [];
let answers: RequestListener[] = [];

const server = createServer((request, response) => {
  requests.push(request);
  request.resume().on('end', () => answers.shift()?.(request, response));
});
const json =
  (value: object, status = 200, headers = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(JSON.stringify(value));

beforeAll(async () => {
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(z.object({ port: z.number() }).parse(server.address()).port));
  });
  vi.stubEnv('LANDFALL', `http://127.0.0.1:${port}`);
  vi.stubEnv('KEY', 'lf_example');
  const text = await readFile('docs/api.md', 'utf8');
  const functions = [...text.matchAll(/^(const \{ LANDFALL.*?|async function.*?^\})$/gms)].map(([code]) => code);
  const clock = 'export const waits = [];\nconst setTimeout = (done, ms) => { waits.push(ms); done(); };';
  folder = await mkdtemp(path.join(tmpdir(), 'landfall-example-'));
  const file = path.join(folder, 'example.mjs');
  await writeFile(file, [clock, ...functions, 'export { call, listAll };'].join('\n'));
  example = moduleSchema.parse(await import(/* @vite-ignore */ pathToFileURL(file).href));
});
beforeEach(() => {
  requests = [];
  example.waits.length = 0;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

it('repeats a request whose answer was lost, was cut off or came from a proxy, with the same key', async () => {
  answers = [
    (_request, response) => response.destroy(),
    (_request, response) => response.writeHead(502).end(),
    (_request, response) => response.writeHead(200, { 'content-length': 20 }).write('{"id":', () => response.destroy()),
    json({ type: 'conflict' }, 409, { 'retry-after': '7' }),
    json({ id: '417' }),
  ];
  expect(await example.call('POST', '/api/imports', {})).toEqual({ id: '417' });
  expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(requests).toHaveLength(5);
  expect(example.waits).toEqual([1000, 2000, 3000, 7000]);
});

it('throws what is final, and gives up after five attempts', async () => {
  answers = [json({ type: 'invalid', detail: 'No', requestId: '1' }, 422)];
  await expect(example.call('POST', '/api/imports', {})).rejects.toThrow('invalid: No (1)');
  expect(requests).toHaveLength(1);
  answers = Array.from({ length: 5 }, (): RequestListener => (_request, response) => response.writeHead(502).end());
  await expect(example.call('GET', '/api/tools')).rejects.toThrow('502');
  expect(requests).toHaveLength(6);
});

it('lists in an order that polls do not change', async () => {
  answers = [json({ imports: [1], nextCursor: 'next' }), json({ imports: [2], nextCursor: null })];
  const listed: unknown[] = [];
  for await (const one of example.listAll({ tag: 'vip' })) listed.push(one);
  expect(listed).toEqual([1, 2]);
  expect(requests.map(({ url }) => url)).toEqual([
    '/api/imports?sort=created&tag=vip',
    '/api/imports?sort=created&tag=vip&cursor=next',
  ]);
});
