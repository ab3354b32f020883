import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { namedDialects } from '../../../simulator/dialects/named-dialects';
import { startSimulator, type RunningSimulator } from '../../../simulator/start-simulator';
import { families, tools } from '../../../simulator/world/tools';
import { ServiceError } from '../../core/errors';
import { checkRedirectUrl } from '../check-redirect-url';
import { openClient } from '../testing/open-client';
import { failureOf } from '../testing/test-client';

/** All named dialects of the simulator and some random ones, over real HTTP. */
const randomCount = inject('fullSize') ? 50 : 6;
const dialects = [...Object.keys(namedDialects), ...Array.from({ length: randomCount }, (_, seed) => `random:${seed}`)];

const warnings = [
  { kind: 'too_large', itemType: 'ticket', item: '4711', text: 'Attachment plan.zip over 20 MB, left out' },
  { kind: 'no_author', itemType: 'comment', item: '98', text: 'Author k.lund not found' },
  { kind: 'too_large', itemType: 'ticket', item: '4712', text: 'Attachment tour.mov over 20 MB, left out' },
];
const counts = { tickets: 120, comments: 0, contacts: 31 };
const users = { matched: 3, total: 5, unmatched: ['bo', 'cy@old.example'] };
const username = 'ada+test@customer.example';

let simulator: RunningSimulator;
let client: ReturnType<typeof openClient>;

beforeAll(async () => {
  simulator = await startSimulator({ port: 0, rate: 1_000_000 });
  const { url, sandboxUrl, token } = simulator;
  client = openClient({ url, sandboxUrl, token });
});
afterAll(async () => {
  await client.close();
  await simulator.close();
});

const live = { environment: 'live', lane: 'people', person: null } as const;
const sandbox = { environment: 'sandbox', lane: 'people', person: null } as const;

describe.each(dialects)('dialect %s', (name) => {
  beforeAll(() => {
    simulator.reset();
    simulator.setDialect(name);
  });

  it('reads names, slugs and source_tool values of tools', async () => {
    const answer = await client.listTools(live);
    expect(answer.missing).toEqual([]);
    expect(answer.value.map(({ name: shown, slug }) => [shown, slug])).toEqual(
      tools.map((tool) => [tool.name, tool.slug]),
    );
    const said = simulator.dialect().familyText === 'slug' ? families[1].slug : families[1].title;
    const filtered = await client.listTools({ ...live, family: said });
    expect(filtered.value).toHaveLength(tools.filter((tool) => tool.families.includes(families[1].slug)).length);
  });

  it('creates, lists, reads, accepts and rejects an import', async () => {
    const { value: offered } = await client.listTools(live);
    const source = offered.find((tool) => tool.slug === 'zendesk');
    const created = await client.createImport({
      ...live,
      fields: { source_tool: source?.value ?? '', destination_username: username },
    });
    expect(created.missing).toEqual([]);
    expect(created.status).toBe(201);
    const expected = simulator.getImport(created.value.id ?? '');
    expect(created.value).toEqual({
      id: expected['id'],
      redirectUrl: expected['redirectUrl'],
      token: simulator.dialect().returnsToken ? expected['token'] : null,
    });
    const allowed = { hosts: ['127.0.0.1'], serviceUrl: simulator.url };
    expect(checkRedirectUrl(created.value.redirectUrl ?? '', allowed)).toEqual({
      ok: true,
      url: expected['redirectUrl'],
    });

    const id = String(expected['id']);
    const listed = await client.listImports({ ...live, username });
    expect(listed).toMatchObject({ missing: [], value: [{ id, status: expected['status'] }] });
    expect((await client.listImports({ ...live, username: 'nobody' })).value).toEqual([]);
    expect((await client.readImport({ ...live, id })).value).toEqual({
      id,
      status: expected['status'],
      family: expected['family'],
      warnings: [],
      records: [],
      users: null,
    });
    await client.acceptPayment({ ...live, id });
    await client.rejectPayment({ ...live, id });
    expect(simulator.getImport(id)['decisions']).toMatchObject([{ kind: 'accept' }, { kind: 'reject' }]);
  });

  it('reads warnings, record counts and users', async () => {
    const placed = simulator.placeImport({ status: 'Sample migration completed', warnings, counts, users });
    const dialect = simulator.dialect();
    const { value, missing } = await client.readImport({ ...live, id: String(placed['id']) });
    expect(missing).toEqual([]);
    expect(value.status).toBe(placed['status']);
    expect(value.warnings).toHaveLength(warnings.length);
    for (const { text, item, itemType, kind } of warnings) {
      const found = value.warnings.find((warning) => `${warning.item} ${warning.text}`.includes(item));
      const whole = `${found?.kind} ${found?.item} ${found?.text}`;
      expect(whole).toContain(text);
      expect(whole).toContain(itemType);
      if (dialect.warnings === 'objects') expect(found).toEqual({ text, kind, item: `${itemType} ${item}` });
    }
    if (dialect.facts === 'none') expect([value.records, value.users]).toEqual([[], null]);
    else {
      expect(value.records).toEqual(Object.entries(counts).map(([type, count]) => ({ type, count })));
      expect(value.users).toEqual(users);
    }
  });

  it('assigns validation errors to fields', async () => {
    for (const environment of [live, sandbox]) {
      const fields = { source_tool: '', destination_instance_url: 'no address', destination_token: 'secret-token' };
      const error = await failureOf(client.createImport({ ...environment, fields }));
      expect(error).toMatchObject({ code: 'service_invalid', workDone: 'no', upstreamStatus: 422 });
      const named = new Set(error.errors.map(({ field }) => field).filter((field) => field !== ''));
      expect([...named].sort()).toEqual(['destination_instance_url', 'source_tool']);
      const said = error.errors.map(({ message }) => message).join(' ');
      expect(said).toContain("can't be blank");
      expect(said).toContain('is not a valid URL');
    }
  });

  it('maps the other errors', async () => {
    expect(await failureOf(client.readImport({ ...live, id: '999999' }))).toMatchObject({ code: 'service_not_found' });
    const gone = String(simulator.placeImport({})['id']);
    simulator.remove(gone, 'archived');
    expect(await failureOf(client.acceptPayment({ ...live, id: gone }))).toMatchObject({
      code: 'service_not_found',
      workDone: 'no',
    });
    const stranger = openClient({ url: simulator.url, token: 'wrong' });
    expect(await failureOf(stranger.listTools(live))).toMatchObject({ code: 'service_unauthorized' });
    await stranger.close();
  });

  it('reads the sandbox', async () => {
    const answer = await client.readImport({ ...sandbox, id: '5' });
    expect(answer.value.status).not.toBeNull();
    expect((await client.listImports({ ...sandbox, username: 'x' })).value).toHaveLength(1);
    const { value } = await client.listTools(sandbox);
    const created = await client.createImport({ ...sandbox, fields: { source_tool: value[0]?.value ?? '' } });
    expect(created.value.redirectUrl).not.toBeNull();
  });

  it('never invents values when all types are wrong', async () => {
    const placed = simulator.placeImport({ username: 'twisted', status: 'Migration completed' });
    simulator.setFaults([{ effect: { kind: 'wrong-types' } }]);
    try {
      const id = String(placed['id']);
      const read = await client.readImport({ ...live, id }).catch((error: unknown) => error);
      if (read instanceof ServiceError) expect(read.code).toBe('service_unreadable');
      else expect(read).toMatchObject({ value: { status: placed['status'] } });
      const listed = await client.listImports({ ...live, username: 'twisted' }).catch((error: unknown) => error);
      if (listed instanceof ServiceError) expect(listed.code).toBe('service_unreadable');
      else expect(listed).toMatchObject({ value: [{ id }] });
    } finally {
      simulator.setFaults([]);
    }
  });
});
