import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isSignedOut } from './use-connection';

let answer = { status: 200, body: '' };
const server = createServer((_request, response) => {
  response.writeHead(answer.status, { 'content-type': 'application/json', location: '/sign-in' }).end(answer.body);
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const ask = (address: string) => isSignedOut(address, new AbortController().signal);
const problem = (status: number) =>
  JSON.stringify({ type: 'about:blank', title: 'No', status, detail: '', errors: [], requestId: 'r' });

it('finds the live app by its answer to the session of the demo, also with company sign-in', async () => {
  answer = { status: 401, body: problem(401) };
  expect(await ask(url)).toBe(true);
});

it('waits while the demo answers, stops or starts', async () => {
  answer = { status: 200, body: JSON.stringify({ names: ['Ada'] }) };
  expect(await ask(url)).toBe(false);
  for (const status of [502, 503]) {
    answer = { status, body: problem(status) };
    expect(await ask(url)).toBe(false);
  }
  expect(await ask('http://127.0.0.1:9/')).toBe(false);
});
