import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '../start-simulator';

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator({ rate: 10_000 });
});
beforeEach(() => simulator.reset());
afterAll(() => simulator.close());

async function control(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const response = await fetch(simulator.controlUrl + path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

async function api(path: string): Promise<unknown> {
  const authorization = `Basic ${Buffer.from(`${simulator.token}:X`).toString('base64')}`;
  return (await fetch(simulator.url + path, { headers: { authorization } })).json();
}

test('health responds after the start', async () => {
  expect(await control('GET', '/health')).toEqual({
    status: 200,
    json: { ok: true, imports: 0, dialect: 'plain', speed: 1 },
  });
});

test('places an import in any state, advances it and returns its details', async () => {
  const placed = await control('POST', '/imports', {
    username: 'ops@acme.example',
    tool: 'Freshdesk',
    family: 'Knowledge base',
    instanceUrl: 'https://northdesk.example/acme',
    status: 'Sample migration completed',
    createdAt: 1_700_000_000_000,
    warnings: [{ kind: 'k', itemType: 'article', item: '7', text: 'Something' }],
    counts: { articles: 3 },
    users: { matched: 1, total: 2, unmatched: ['p.haas'] },
    requested: true,
  });
  expect(placed.status).toBe(201);
  const id = String(placed.json['id']);
  expect(await api(`/imports/${id}`)).toEqual({
    id: Number(id),
    status: 'Sample migration completed',
    family: 'Knowledge base',
    warnings: [{ kind: 'k', item_type: 'article', item_id: '7', message: 'Something' }],
    record_counts: { articles: 3 },
    users: { matched: 1, total: 2, unmatched: ['p.haas'] },
  });
  const advanced = await control('POST', `/imports/${id}/advance`);
  expect(advanced.json['status']).toBe('In preparation');
  const named = await control('POST', `/imports/${id}/advance`, { status: 'Undo in progress' });
  expect(named.json).toMatchObject({
    username: 'ops@acme.example',
    tool: 'Freshdesk',
    createdAt: 1_700_000_000_000,
    demo: false,
    statuses: [
      { status: 'Collecting credentials', at: 1_700_000_000_000 },
      { status: 'Sample migration completed', at: expect.any(Number) },
      { status: 'In preparation', at: expect.any(Number) },
      { status: 'Undo in progress', at: expect.any(Number) },
    ],
    requests: [{ at: expect.any(Number) }],
    redirectUrl: expect.stringContaining('/migrate/'),
  });
  expect((await control('GET', '/history')).json['imports']).toHaveLength(1);
});

test('the log has method, path, status and arrival and can be cleared', async () => {
  const before = performance.timeOrigin + performance.now();
  await api('/tools?family=CRM');
  const { json } = await control('GET', '/log');
  expect(json['requests']).toEqual([
    { at: expect.any(Number), method: 'GET', path: '/api/v2.1/tools?family=CRM', status: 200, fault: null },
  ]);
  const [entry] = json['requests'] as [{ at: number }];
  expect(entry.at).toBeGreaterThan(before - 1);
  await control('DELETE', '/log');
  expect((await control('GET', '/log')).json['requests']).toEqual([]);
});

test('faults accept a rule, a list or an object and can be removed', async () => {
  const rule = { effect: { kind: 'error-500' } };
  for (const body of [rule, [rule], { rules: [rule] }]) {
    expect((await control('PUT', '/faults', body)).status).toBe(200);
    expect((await control('GET', '/faults')).json['rules']).toEqual([{ match: {}, ...rule }]);
  }
  await control('POST', '/faults', { effect: { kind: 'latency', ms: 1 } });
  expect((await control('GET', '/faults')).json['rules']).toHaveLength(2);
  await control('DELETE', '/faults');
  expect((await control('GET', '/faults')).json['rules']).toEqual([]);
});

test('the dialect can be changed at runtime and identifiers keep working', async () => {
  const placed = await control('POST', '/imports', { status: 'Migration completed' });
  const id = String(placed.json['id']);
  await control('PUT', '/dialect', { dialect: 'camel' });
  const camel = (await control('GET', `/imports/${id}`)).json;
  expect(await api(`/imports/${String(camel['id'])}`)).toMatchObject({ data: { statusText: 'Migration completed' } });
  await control('PUT', '/dialect', { dialect: 'plain' });
  await control('PUT', '/dialect', { envelope: 'result', statusWording: 'older' });
  expect(await api(`/imports/${id}`)).toMatchObject({ result: { status: 'Import completed' } });
  await control('PUT', '/dialect', { dialect: 'plain' });
});

test('speed and webhooks can be read and changed', async () => {
  await control('POST', '/speed', { speed: 60 });
  expect((await control('GET', '/health')).json['speed']).toBe(60);
  await control('PUT', '/webhooks', { url: 'http://127.0.0.1:1/x', secret: 's', faults: { drop: true } });
  expect((await control('GET', '/webhooks')).json).toMatchObject({ secret: 's', faults: { drop: 1, double: 0 } });
  await control('PUT', '/webhooks', {});
});

test('reset removes all imports and continues the numbering', async () => {
  const first = await control('POST', '/imports', {});
  await control('POST', '/reset');
  expect((await control('GET', '/history')).json['imports']).toEqual([]);
  const second = await control('POST', '/imports', {});
  expect(Number(second.json['number'])).toBeGreaterThan(Number(first.json['number']));
});

describe('invalid input gets a message', () => {
  test.each([
    ['POST', '/imports', { tool: 'Netscape' }, 'There is no source tool "Netscape"'],
    ['POST', '/imports', { status: 'Lost at sea' }, 'Invalid option'],
    ['POST', '/imports', { colour: 'red' }, 'Unrecognized key'],
    ['POST', '/imports/1/advance', {}, 'There is no import 1'],
    ['PUT', '/faults', { effect: { kind: 'hail' } }, 'Invalid'],
    ['PUT', '/dialect', { dialect: 'klingon' }, 'There is no dialect "klingon"'],
    ['POST', '/speed', { speed: 0 }, 'Too small'],
    ['POST', '/imports/%E0%A4%A/advance', {}, 'URI malformed'],
  ])('%s %s %j', async (method, path, body, sentence) => {
    const { status, json } = await control(method, path, body);
    expect(status).toBe(400);
    expect(json['error']).toContain(sentence);
  });

  test('an action that is not available', async () => {
    const { json } = await control('POST', '/imports', {});
    const response = await control('POST', `/imports/${String(json['id'])}/action`, { action: 'start-full' });
    expect(response.json['error']).toBe('The customer cannot start-full while "Collecting credentials".');
  });

  test('an endpoint that does not exist', async () => {
    expect((await control('GET', '/nope')).status).toBe(404);
  });
});

describe('access', () => {
  function ask(headers: Record<string, string>): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const asking = request(`${simulator.controlUrl}/health`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asking.on('error', reject);
      asking.end();
    });
  }

  test('rejects requests from another website in a local browser', async () => {
    expect(await ask({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await ask({ 'sec-fetch-site': 'none' })).toBe(200);
  });

  test('rejects a foreign host name that resolves to loopback', async () => {
    expect(await ask({ host: 'attacker.example' })).toBe(403);
    expect(await ask({ host: 'localhost:4010' })).toBe(200);
  });
});
