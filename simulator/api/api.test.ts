import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createManualClock } from '../clock';
import { type RunningSimulator, startSimulator } from '../start-simulator';
import { families, tools } from '../world/tools';

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator({ rate: 10_000, token: 'the-token' });
});
afterAll(() => simulator.close());

interface RequestOptions {
  method?: string;
  body?: string;
  contentType?: string | null;
  authorization?: string | null;
}

async function request(
  path: string,
  options: RequestOptions = {},
  base = simulator.url,
): Promise<{ status: number; text: string; json: unknown }> {
  const headers = new Headers();
  const authorization = options.authorization === undefined ? basic('the-token:X') : options.authorization;
  if (authorization !== null) headers.set('authorization', authorization);
  if (options.contentType !== null && options.body !== undefined)
    headers.set('content-type', options.contentType ?? 'application/json');
  const response = await fetch(base + path, {
    method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
    headers,
    ...(options.body === undefined ? {} : { body: options.body }),
  });
  const text = await response.text();
  return { status: response.status, text, json: text === '' ? undefined : JSON.parse(text) };
}

const basic = (credentials: string): string => `Basic ${Buffer.from(credentials).toString('base64')}`;
const create = (body: unknown, base?: string) => request('/imports', { body: JSON.stringify(body) }, base);

describe('authentication', () => {
  test.each([
    ['the token and any password', basic('the-token:anything at all'), 200],
    ['the token and no password', basic('the-token:'), 200],
    ['the token without a colon', basic('the-token'), 200],
    ['nothing', null, 401],
    ['another token', basic('another:X'), 401],
    ['the token as the password', basic('X:the-token'), 401],
    ['the token as a bearer', 'Bearer the-token', 401],
    ['rubbish', 'Basic %%%', 401],
    ['an empty username', basic(':the-token'), 401],
  ])('%s', async (_, authorization, status) => {
    expect((await request('/tools', { authorization })).status).toBe(status);
    expect((await request('/tools', { authorization }, simulator.sandboxUrl)).status).toBe(status);
  });
});

describe('tools', () => {
  test('lists at least forty tools in three families and filters by family', async () => {
    expect(tools.length).toBeGreaterThanOrEqual(40);
    expect(families.length).toBeGreaterThanOrEqual(3);
    expect((await request('/tools')).json).toEqual(tools.map(({ name, slug }) => ({ name, slug })));
    for (const { title, slug } of families) {
      const { json } = await request(`/tools?family=${encodeURIComponent(title)}`);
      expect(json).toEqual(
        tools.filter((tool) => tool.families.includes(slug)).map(({ name, slug: of }) => ({ name, slug: of })),
      );
    }
    expect((await request('/tools?family=nonsense')).json).toEqual([]);
  });
});

describe('creation', () => {
  test.each([
    ['no source_tool', {}, ['source_tool']],
    ['a blank one', { source_tool: ' ' }, ['source_tool']],
    ['an unknown one', { source_tool: 'Netscape' }, ['source_tool']],
    ['a slug for a name', { source_tool: 'help-scout' }, ['source_tool']],
    ['a number', { source_tool: 7 }, ['source_tool']],
    ['a URL that is none', { source_tool: 'Zendesk', destination_instance_url: 'nope' }, ['destination_instance_url']],
    [
      'a script for a URL',
      { source_tool: 'Zendesk', destination_instance_url: 'javascript:alert(1)' },
      ['destination_instance_url'],
    ],
    ['start_full as a text', { source_tool: 'Zendesk', start_full: 'true' }, ['start_full']],
    ['an unknown family', { source_tool: 'Zendesk', family: 'Cooking' }, ['family']],
    ['a family the tool is not in', { source_tool: 'Pipedrive', family: 'Help desk' }, ['family']],
    [
      'a username that is too long',
      { source_tool: 'Zendesk', destination_username: 'x'.repeat(1_001) },
      ['destination_username'],
    ],
    ['everything at once', { start_full: 1, family: 3 }, ['source_tool', 'start_full', 'family']],
  ])('%s is 422 and names the field, live and in the sandbox', async (_, body, fields) => {
    const live = await create(body);
    expect(live.status).toBe(422);
    const faulty = Object.entries(live.json ?? {}).flatMap(([field, messages]) =>
      (messages as string[]).length > 0 ? [field] : [],
    );
    expect(faulty.sort()).toEqual([...fields].sort());
    expect(await create(body, simulator.sandboxUrl)).toEqual(live);
  });

  test.each([
    ['cut JSON', '{"source_tool":', undefined],
    ['no body at all', '', undefined],
    ['a list', '[]', undefined],
    ['a text', '"Zendesk"', undefined],
    ['a form', 'source_tool=Zendesk', 'application/x-www-form-urlencoded'],
    ['JSON that does not say so', '{"source_tool":"Zendesk"}', 'text/plain'],
  ])('%s is 400', async (_, body, contentType) => {
    expect(
      (await request('/imports', { method: 'POST', body, ...(contentType === undefined ? {} : { contentType }) }))
        .status,
    ).toBe(400);
  });

  test('a created import can be read and is listed for its username only, ignoring case', async () => {
    const { status, json } = await create({
      source_tool: 'HubSpot',
      family: 'Help desk',
      destination_username: 'Ops@Brightwater.example',
      destination_instance_url: 'https://northdesk.example/brightwater',
    });
    expect(status).toBe(201);
    expect(json).toEqual({
      id: expect.any(Number),
      redirect_url: expect.stringMatching(`^${simulator.origin}/migrate/[0-9a-f]{32}$`),
    });
    const { id } = json as { id: number };
    expect((await request(`/imports/${id}`)).json).toEqual({
      id,
      status: 'Collecting credentials',
      family: 'Help desk',
    });
    expect((await request('/imports?destination_username=ops%40brightwater.example')).json).toEqual([
      { id, status: 'Collecting credentials' },
    ]);
    expect((await request('/imports?destination_username=brightwater')).json).toEqual([]);
  });

  test('a destination token is used and not stored', async () => {
    const secret = 'destination-token-canary';
    const { json } = await create({ source_tool: 'Zendesk', destination_token: secret });
    const { id } = json as { id: number };
    expect(JSON.stringify(simulator.history())).not.toContain(secret);
    // The customer only has to authorize the source.
    simulator.performAction(String(id), 'authorize-source');
    expect(simulator.getImport(String(id))['status']).toBe('Waiting to start sample migration');
  });
});

describe('not found', () => {
  test.each([
    '/imports/999999999',
    '/imports/abc',
    '/imports/',
    '/imports/%20',
    '/nope',
    '',
    '/imports/1/payment',
    '/imports/1/payment/accept',
  ])('GET %s is 404', async (path) => {
    expect((await request(path)).status).toBe(404);
  });

  test('a path that cannot be decoded is 400', async () => {
    expect((await request('/imports/%E0%A4%A')).status).toBe(400);
  });

  test.each(['archived', 'cancelled'] as const)(
    'an import that was %s is 404 for reading and deciding, and not listed',
    async (why) => {
      const username = `${why}@customer.example`;
      const id = String(simulator.placeImport({ username, status: 'Sample migration completed' })['id']);
      simulator.remove(id, why);
      expect((await request(`/imports/${id}`)).status).toBe(404);
      expect((await request(`/imports/${id}/payment/accept`, { method: 'POST' })).status).toBe(404);
      expect((await request(`/imports/${id}/payment/reject`, { method: 'POST' })).status).toBe(404);
      expect((await request(`/imports?destination_username=${username}`)).json).toEqual([]);
    },
  );
});

describe('deciding', () => {
  test.each([
    ['accept', 'In preparation'],
    ['reject', 'Sample migration completed'],
  ] as const)('%s is 200 with an empty body, however often, and is noted each time', async (kind, status) => {
    const id = String(simulator.placeImport({ status: 'Sample migration completed' })['id']);
    for (const times of [1, 2]) {
      const response = await request(`/imports/${id}/payment/${kind}`, { method: 'POST' });
      expect([response.status, response.text]).toEqual([200, '']);
      expect(simulator.getImport(id)['decisions']).toHaveLength(times);
    }
    expect(simulator.getImport(id)['status']).toBe(status);
  });
});

describe('the sandbox', () => {
  test('validates, returns static responses and changes nothing', async () => {
    const before = simulator.history().length;
    const created = await create(
      { source_tool: 'Zendesk', destination_username: 'sandy@customer.example' },
      simulator.sandboxUrl,
    );
    expect(created.status).toBe(201);
    const { id } = created.json as { id: number };
    const first = await request('/imports?destination_username=sandy@customer.example', {}, simulator.sandboxUrl);
    expect(await request('/imports?destination_username=else@customer.example', {}, simulator.sandboxUrl)).toEqual(
      first,
    );
    expect((await request(`/imports/${id}`, {}, simulator.sandboxUrl)).status).toBe(200);
    expect(await request('/imports/123456', {}, simulator.sandboxUrl)).toEqual(
      await request(`/imports/${id}`, {}, simulator.sandboxUrl),
    );
    const accepted = await request(`/imports/${id}/payment/accept`, { method: 'POST' }, simulator.sandboxUrl);
    expect([accepted.status, accepted.text]).toEqual([200, '']);
    expect(simulator.history()).toHaveLength(before);
    expect((await request(`/imports/${id}`)).status).toBe(404);
  });
});

test('serves ten requests per second, answers the rest with 429 and logs all', async () => {
  const clock = createManualClock(Date.UTC(2026, 10, 12));
  const limited = await startSimulator({ clock });
  try {
    const headers = { authorization: basic(`${limited.token}:X`) };
    const burst = (length: number) =>
      Promise.all(Array.from({ length }, () => fetch(`${limited.url}/tools`, { headers })));
    const refused = (answers: Response[]) => answers.filter(({ status }) => status === 429).length;
    expect(refused(await burst(14))).toBe(4);
    expect(
      limited
        .log()
        .map(({ status }) => status)
        .sort(),
    ).toEqual([...Array(10).fill(200), ...Array(4).fill(429)]);
    clock.advance(999);
    expect(refused(await burst(1))).toBe(1);
    clock.advance(1);
    expect(refused(await burst(10))).toBe(0);
  } finally {
    await limited.close();
  }
});
