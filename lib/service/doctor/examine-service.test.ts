import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { namedDialects } from '../../../simulator/dialects/named-dialects';
import { startSimulator, type RunningSimulator } from '../../../simulator/start-simulator';
import { systemClock } from '../../core/clock';
import { standardDialect, type Dialect } from '../dialect/dialect';
import { parseDialect } from '../dialect/parse-dialect';
import { openClient } from '../testing/open-client';
import { examineService, type Examination } from './examine-service';

const dialects = [...Object.keys(namedDialects), ...Array.from({ length: 12 }, (_, seed) => `random:${seed}`)];
const unknownUsername = 'landfall-doctor-test@unknown.invalid';
const username = 'ops@acme.example';

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, rate: 1_000 });
});
afterAll(() => simulator.close());

function examine(
  at: Pick<RunningSimulator, 'url' | 'sandboxUrl'> = simulator,
  more: { token?: string; username?: string; hosts?: string[]; dialect?: Dialect } = {},
): Promise<Examination> {
  return examineService({
    service: {
      url: at.url,
      sandboxUrl: at.sandboxUrl,
      token: more.token ?? simulator.token,
      password: 'X',
      redirectHosts: more.hosts ?? ['127.0.0.1'],
    },
    dialect: more.dialect ?? standardDialect,
    username: more.username,
    unknownUsername,
    clock: { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms <= 250 ? 0 : ms, signal) },
  });
}

const bad = ({ findings }: Examination) =>
  findings.filter(({ grade }) => grade === 'bad').map(({ message }) => message);

describe.each(dialects)('dialect %s', (name) => {
  beforeAll(() => {
    simulator.reset();
    simulator.setDialect(name);
  });

  it('finds all fields, only reads live and creates nothing', async () => {
    const placed = simulator.placeImport({ username, status: 'Sample migration completed' });
    const examination = await examine(simulator, { username });
    expect(bad(examination)).toEqual([]);
    const { fields } = simulator.dialect();
    const last = (path: string | undefined) => path?.split('.').at(-1);
    expect(last(examination.shapes.created?.fields['redirectUrl']?.path)).toBe(fields.redirectUrl);
    for (const section of ['listed', 'detailed'] as const) {
      expect(last(examination.shapes[section]?.fields['id']?.path)).toBe(fields.id);
      expect(last(examination.shapes[section]?.fields['status']?.path)).toBe(fields.status);
    }
    expect(examination.shapes.tool?.fields['name']).toBeDefined();
    expect(examination.dialect?.needed).toBe(false);

    expect(simulator.history()).toEqual([placed]);
    const atLive = simulator.log().filter(({ path }) => path.startsWith('/api/v2.1/'));
    expect(atLive.length).toBeGreaterThan(2);
    expect(atLive.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('writes a valid file that reads live responses like the standard dialect', async () => {
    const { dialect: file } = await examine();
    const pinned = parseDialect(file?.text ?? '');
    expect('paths' in pinned.created.facts.redirectUrl).toBe(true);
    const { url, sandboxUrl, token } = simulator;
    const free = openClient({ url, sandboxUrl, token });
    const bound = openClient({ url, sandboxUrl, token, dialect: pinned });
    const live = { environment: 'live', lane: 'people', person: null } as const;
    const tools = (await bound.listTools(live)).value;
    expect(tools).toEqual((await free.listTools(live)).value);
    const fields = { source_tool: tools[0]?.value ?? '', destination_username: 'pinned@acme.example' };
    const created = await bound.createImport({ ...live, fields });
    expect(created.missing).toEqual([]);
    const id = created.value.id ?? '';
    expect(simulator.getImport(id)['redirectUrl']).toBe(created.value.redirectUrl);
    const listed = await bound.listImports({ ...live, username: 'pinned@acme.example' });
    expect(listed).toMatchObject({ missing: [], value: [{ id }] });
    const read = await bound.readImport({ ...live, id });
    expect(read).toMatchObject({ missing: [], value: (await free.readImport({ ...live, id })).value });
    await Promise.all([free.close(), bound.close()]);
  });
});

describe('reported problems', () => {
  beforeAll(() => {
    simulator.reset();
    simulator.setDialect('plain');
  });

  it('reports a rejected token without quoting it', async () => {
    const examination = await examine(simulator, { token: 'wrong-secret-token' });
    expect(bad(examination)).toEqual([
      'The service refuses the token (status 401).',
      'The service refuses the token (status 401).',
    ]);
    expect(examination.dialect).toBeNull();
    expect(JSON.stringify(examination)).not.toContain('wrong-secret-token');
  });

  it('reports an address without a service', async () => {
    const url = `${simulator.origin}/api/v9`;
    const [message] = bad(await examine({ url, sandboxUrl: simulator.sandboxUrl }));
    expect(message).toContain('SERVICE_URL must be the base address of version 2.1');
  });

  it('reports an address that refuses connections', async () => {
    const url = 'http://127.0.0.1:9/api/v2.1';
    expect(bad(await examine({ url, sandboxUrl: url.replace('v2.1', 'sandbox') }))[0]).toBe(
      'The migration service cannot be reached: it refuses connections. Is SERVICE_URL right, and can this machine reach it?',
    );
  });

  it('sends no creation when the sandbox address is the live one', async () => {
    simulator.clearLog();
    const examination = await examine({ url: simulator.url, sandboxUrl: `${simulator.url}/` });
    expect(bad(examination).join()).toContain('is the live address');
    expect(simulator.log().filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('reports a redirect host to allow', async () => {
    const examination = await examine(simulator, { hosts: ['service.example'] });
    expect(examination.hostsToAllow).toEqual(['127.0.0.1']);
    expect(bad(examination).join()).toContain('not an allowed host');
  });

  it('finds another source_tool value and writes it to the file', async () => {
    const dialect = { ...standardDialect, toolValue: 'slug' } as const;
    const examination = await examine(simulator, { dialect });
    expect(bad(examination).join()).toContain('would send the slug');
    expect(examination.dialect?.needed).toBe(true);
    expect(parseDialect(examination.dialect?.text ?? '').toolValue).toBe('name');
  });
});

describe('a service that violates the interface', () => {
  let broken: RunningSimulator | undefined;
  afterEach(() => broken?.close());

  it('detects a sandbox that creates real imports', async () => {
    broken = await startSimulator({ port: 0, rate: 1_000, broken: ['sandbox-creates'] });
    const examination = await examine(broken);
    expect(bad(examination).join()).toContain('The sandbox created a real import');
    expect(examination.questions.join()).toContain('Please cancel import');
  });

  it('learns nothing from a sandbox that does not validate', async () => {
    broken = await startSimulator({ port: 0, rate: 1_000, broken: ['sandbox-unvalidated'] });
    const { findings, dialect } = await examine(broken);
    expect(findings.find(({ area }) => area === 'source_tool')).toMatchObject({ grade: 'note' });
    expect(dialect?.needed).toBe(false);
  });

  it('reports a creation response without redirect URL and its fields', async () => {
    broken = await startSimulator({ port: 0, rate: 1_000, broken: ['no-redirect-url'] });
    const examination = await examine(broken);
    expect(bad(examination).join()).toContain('the creation answer has no redirect URL; it has the field');
    expect(examination.questions.length).toBeGreaterThan(0);
  });
});

describe('unknown field names', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  it('are found by their values and become readable with the file', async () => {
    const one = { vorgangsnummerId: 'v-7', lage: 'Sample migration completed', family: 'CRM' };
    const answers: Record<string, unknown> = {
      'GET /api/v2.1/tools': [{ name: 'Desk One', slug: 'desk-one' }],
      'GET /api/sandbox/tools': [{ name: 'Desk One', slug: 'desk-one' }],
      'GET /api/v2.1/imports': [],
      'GET /api/sandbox/imports': { vorgaenge: [one] },
      'GET /api/sandbox/imports/1': one,
    };
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        const path = (request.url ?? '').split('?')[0];
        const reply = (status: number, content: unknown) =>
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
        if (request.method === 'POST')
          return body.includes('"desk-one"')
            ? reply(201, { vorgangsnummerId: 'v-8', wohin: 'https://go.service.example/m/1' })
            : reply(422, { source_tool: ['is unknown'] });
        const answer = answers[`${request.method} ${path}`];
        return answer === undefined ? reply(404, {}) : reply(200, answer);
      });
    });
    const port = await new Promise<number>((resolve) => {
      server?.listen(0, '127.0.0.1', () => {
        const address = server?.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    const url = `http://127.0.0.1:${port}/api/v2.1`;
    const sandboxUrl = `http://127.0.0.1:${port}/api/sandbox`;
    const examination = await examine({ url, sandboxUrl });
    expect(examination.dialect?.needed).toBe(true);
    expect(examination.hostsToAllow).toEqual(['go.service.example']);
    const pinned = parseDialect(examination.dialect?.text ?? '');
    expect(pinned.toolValue).toBe('slug');
    const client = openClient({ url, sandboxUrl, dialect: pinned });
    const call = { environment: 'sandbox', lane: 'people', person: null } as const;
    expect((await client.listImports({ ...call, username })).value).toEqual([
      { id: 'v-7', status: 'Sample migration completed' },
    ]);
    const created = await client.createImport({ ...call, fields: { source_tool: 'desk-one' } });
    expect(created.value).toMatchObject({ id: 'v-8', redirectUrl: 'https://go.service.example/m/1' });
    await client.close();
  });
});
