import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { problemTypePrefix } from '../contract/problem-type';
import { apiPost } from './api-fetch';
import { finishConfirming, isConfirming, subscribeToConfirming } from './reauthentication';

/** A server that wants a recent proof of identity until the test confirms. */
let confirmed = false;
let bodies: string[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    bodies.push(body);
    const problem = { title: 'Confirm', status: 403, detail: '', errors: [], requestId: 'r' };
    const type = `${problemTypePrefix}reauthentication_required`;
    response.writeHead(confirmed ? 200 : 403, { 'content-type': 'application/json' });
    response.end(JSON.stringify(confirmed ? { done: true } : { ...problem, type }));
  });
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  confirmed = false;
  bodies = [];
});

const post = (name: string) => apiPost(url, 'live', 'doneSchema', { name });

/** Plays the dialog: answers as soon as it is asked. */
function answer(confirms: boolean): { asked: () => number; close: () => void } {
  let asked = 0;
  const close = subscribeToConfirming(() => {
    if (!isConfirming()) return;
    asked += 1;
    confirmed = confirms;
    setImmediate(() => finishConfirming(confirms));
  });
  return { asked: () => asked, close };
}

test('repeats the same request once the person has confirmed', async () => {
  const dialog = answer(true);
  expect(await post('Ada')).toEqual({ done: true });
  expect(bodies).toEqual(['{"name":"Ada"}', '{"name":"Ada"}']);
  expect(dialog.asked()).toBe(1);
  dialog.close();
});

test('fails with the problem if the person cancels', async () => {
  const dialog = answer(false);
  await expect(post('Ada')).rejects.toMatchObject({ problem: { status: 403 } });
  expect(bodies).toHaveLength(1);
  dialog.close();
});

test('does not ask again if the confirmation was not enough', async () => {
  const dialog = answer(true);
  const close = subscribeToConfirming(() => (confirmed = false));
  await expect(post('Ada')).rejects.toMatchObject({ problem: { status: 403 } });
  expect(bodies).toHaveLength(2);
  expect(dialog.asked()).toBe(1);
  dialog.close();
  close();
});

test('fails at once where no dialog can be shown', async () => {
  await expect(post('Ada')).rejects.toMatchObject({ problem: { status: 403 } });
  expect(bodies).toHaveLength(1);
});
