import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Caller } from '../contract/caller';
import type { ToolRequestForm } from '../contract/tool-requests';
import { searchAudit } from '../store/events/audit';
import { outboxEvents } from '../store/schema/outbox';
import { toolRequests } from '../store/schema/start-links';
import { openTestDatabase } from '../store/testing/open-test-database';
import { createStartLink } from './create-start-link';
import { handleToolRequest } from './handle-tool-request';
import { readToolRequests } from './read-tool-requests';
import { requestTool } from './request-tool';
import { customerCaller, openStart } from './testing/open-start';

let app: Awaited<ReturnType<typeof openStart>>;
beforeAll(async () => {
  app = await openStart(await openTestDatabase());
});
afterAll(() => app.close());

const staff: Caller = {
  actor: { kind: 'staff', id: randomUUID(), name: 'Ada', email: 'ada@desk.example', role: 'agent' },
  address: '203.0.113.9',
  requestId: 'test',
};
const form = (more: Partial<ToolRequestForm>): ToolRequestForm => ({
  attempt: randomUUID(),
  tool: '',
  url: '',
  message: '',
  email: '',
  website: '',
  ...more,
});
const send = (more: Partial<ToolRequestForm>, address = '203.0.113.1', deps = app.openModeDeps) =>
  requestTool(deps, { caller: customerCaller(address), form: form(more) });
const find = async (tool: string) =>
  (await readToolRequests(app.deps, 'open')).requests.find((request) => request.tool === tool);

test('a double click is one request, and another tool from the same form another one', async () => {
  const countEvents = () => app.deps.database.db.$count(outboxEvents, eq(outboxEvents.kind, 'tool_requested'));
  const before = await countEvents();
  const attempt = randomUUID();
  const clicks = await Promise.all([send({ attempt, tool: 'Twice' }), send({ attempt, tool: 'Twice' })]);
  expect(clicks).toEqual([{ kind: 'filed' }, { kind: 'filed' }]);
  await send({ attempt, tool: 'Thrice' });
  const { requests } = await readToolRequests(app.deps, 'open');
  expect(requests.map(({ tool }) => tool).filter((tool) => /ice$/.test(tool))).toEqual(['Twice', 'Thrice']);
  expect(await countEvents()).toBe(before + 2);
  for (const { id } of requests) expect(z.uuid().safeParse(id).success, id).toBe(true);
  await app.deps.database.db.delete(toolRequests);
  await app.deps.database.db.delete(outboxEvents);
});

test('a request of a visitor is stored and reported to staff', async () => {
  expect(
    await send({
      tool: ' Old CRM ',
      url: 'oldcrm.example',
      message: ' 40 users ',
      email: 'Ops@Acme.example',
      language: 'de',
    }),
  ).toEqual({ kind: 'filed' });
  expect(await find('Old CRM')).toMatchObject({
    username: null,
    url: 'https://oldcrm.example',
    message: '40 users',
    email: 'ops@acme.example',
    language: 'de',
    handled: null,
  });
  const events = await app.deps.database.db.select().from(outboxEvents);
  expect(events.filter(({ kind }) => kind === 'tool_requested')).toHaveLength(1);
  expect(JSON.stringify(events)).not.toContain('acme');
});

test('with a link, the request has the username of the link and not of the form', async () => {
  const body = { username: 'ops@linked.example', oneUse: false, expiresInS: 3600 };
  const { url } = await createStartLink(app.deps, { caller: customerCaller(), body });
  const link = url.split('/').at(-1) ?? '';
  expect(await send({ tool: 'Linked CRM', link }, '203.0.113.1', app.deps)).toEqual({ kind: 'filed' });
  expect(await find('Linked CRM')).toMatchObject({ username: 'ops@linked.example', email: null });
  expect(await send({ tool: 'X', link: `${link}x` }, '203.0.113.1', app.deps)).toEqual({ kind: 'page' });
  expect(await send({ tool: 'X' }, '203.0.113.1', app.deps)).toEqual({ kind: 'page' });
});

test('names every field that has to be corrected', async () => {
  expect(await send({ tool: '  ', url: 'not a url', email: 'not an address' })).toEqual({
    kind: 'invalid',
    fields: ['tool', 'url', 'email'],
  });
  expect(await send({ tool: 'X', url: 'javascript:alert(1)' })).toEqual({ kind: 'invalid', fields: ['url'] });
});

test('bots and floods store nothing', async () => {
  expect(await send({ tool: 'Spam', website: 'https://spam.example' })).toEqual({ kind: 'busy' });
  const results = [];
  for (let n = 0; n < 10; n += 1) results.push(await send({ tool: 'Flood' }, '198.51.100.7'));
  expect(results.filter(({ kind }) => kind === 'busy')).toHaveLength(4);
  const { requests } = await readToolRequests(app.deps, 'open');
  expect(requests.filter(({ tool }) => tool === 'Spam')).toHaveLength(0);
  expect(requests.filter(({ tool }) => tool === 'Flood')).toHaveLength(6);
});

test('many addresses file at most 100 requests in 15 minutes, and repeats never keep out a new address', async () => {
  app.advance(16 * 60_000);
  const isFiled = async (n: number) => (await send({ tool: 'Many' }, `10.${n}.0.1`)).kind === 'filed';
  let filed = 0;
  for (let n = 0; n < 59; n += 1) if (await isFiled(n)) filed += 1;
  for (let n = 0; n < 59; n += 1) if (await isFiled(n)) filed += 1;
  expect(filed).toBe(59 + 40);
  expect(await isFiled(200)).toBe(true);
});

test('staff handle a request once, with a note, and the audit says so', async () => {
  app.advance(16 * 60_000);
  await send({ tool: 'Handled CRM' }, '192.0.2.1');
  const id = (await find('Handled CRM'))?.id ?? '';
  await handleToolRequest(app.deps, { caller: staff, id, note: ' Not possible yet. ' });
  expect(await find('Handled CRM')).toBeUndefined();
  const { requests } = await readToolRequests(app.deps, 'handled');
  expect(requests[0]?.handled).toMatchObject({ by: 'Ada', note: 'Not possible yet.' });
  await expect(handleToolRequest(app.deps, { caller: staff, id, note: '' })).rejects.toThrow('Someone else');
  await expect(handleToolRequest(app.deps, { caller: staff, id: randomUUID(), note: '' })).rejects.toThrow('not exist');
  const entries = await searchAudit(app.deps.database.db, {}, { limit: 50 });
  const handled = entries.filter(({ action }) => action === 'tool_request.handled');
  // Without what the customer wrote, which is deleted before the audit.
  expect(handled.map(({ subject, after }) => ({ subject, after }))).toEqual([
    { subject: id, after: { note: 'Not possible yet.' } },
  ]);
});
