import { describe, expect, it } from 'vitest';
import { standardDialect as dialect } from '../dialect/dialect';
import { parseDialect } from '../dialect/parse-dialect';
import { parseLosslessJson } from '../dialect/parse-lossless-json';
import { readCreatedImport } from './read-created-import';
import { readDetailedImport } from './read-detailed-import';
import { readListedImports } from './read-listed-imports';
import { readReportedImport } from './read-reported-import';

const go = 'https://app.service.example/start/abc';

describe('creation response', () => {
  it.each<[string, unknown, { id: string | null; redirectUrl: string | null; token?: string | null }]>([
    ['snake', { id: 7, redirect_url: go }, { id: '7', redirectUrl: go }],
    ['camel', { importId: 'a-1', redirectUrl: go, importToken: 't' }, { id: 'a-1', redirectUrl: go, token: 't' }],
    ['kebab and capitals', { 'IMPORT-ID': '7', 'Redirect-URL': go }, { id: '7', redirectUrl: go }],
    ['enveloped', { data: { id: 7, url: go } }, { id: '7', redirectUrl: go }],
    ['enveloped twice', { response: { import: { identifier: 'x', location: go } } }, { id: 'x', redirectUrl: go }],
    [
      'JSON:API',
      { data: { type: 'imports', id: '7', attributes: { redirect_url: go } } },
      { id: '7', redirectUrl: go },
    ],
    [
      'JSON:API with links',
      { data: { id: '7', links: { self: 'https://x.example/7', redirect: go } } },
      { id: '7', redirectUrl: go },
    ],
    [
      'HAL',
      { id: 7, _links: { self: { href: 'https://x.example/7' }, redirect: { href: go } } },
      { id: '7', redirectUrl: go },
    ],
    ['a redirect object', { import: { id: 7 }, redirect: { method: 'GET', url: go } }, { id: '7', redirectUrl: go }],
    ['facts on both sides of the envelope', { redirect_url: go, import: { id: 7 } }, { id: '7', redirectUrl: go }],
    ['an id outside the envelope', { id: 7, data: { redirect_url: go } }, { id: '7', redirectUrl: go }],
    ['a request id around it', { id: 'req-1', import: { id: 7, redirect_url: go } }, { id: '7', redirectUrl: go }],
    [
      'a request id and the URL around it',
      { id: 'req-1', redirect_url: go, import: { id: 7 } },
      { id: '7', redirectUrl: go },
    ],
    ['a list of one', [{ id: 7, redirect_url: go }], { id: '7', redirectUrl: go }],
    ['Mongo', { _id: '65f0', redirectUri: go }, { id: '65f0', redirectUrl: go }],
    ['redirect before url', { id: 7, url: 'https://x.example/other', redirect_to: go }, { id: '7', redirectUrl: go }],
    ['a location that is not an address', { id: 7, location: 'EU' }, { id: '7', redirectUrl: null }],
    ['null and empty', { id: null, importId: '', redirect_url: null }, { id: null, redirectUrl: null }],
    ['an object for an id', { id: { deep: 1 } }, { id: null, redirectUrl: null }],
    ['a NUL in the id', { id: 'a\u0000b' }, { id: null, redirectUrl: null }],
  ])('%s', (_, answer, expected) => {
    expect(readCreatedImport(answer, dialect).value).toEqual({ token: null, ...expected });
  });

  it('names missing facts and present fields without values', () => {
    expect(readCreatedImport({ id: 7, state: 'secret' }, dialect).missing.map(({ message }) => message)).toEqual([
      'the creation answer has no redirect URL; it has the fields id, state',
    ]);
    const enveloped = readCreatedImport({ data: { uuid: 'u', attributes: { a: 1 } }, meta: {} }, dialect);
    expect(enveloped.missing[0]?.message).toBe(
      'the creation answer has no redirect URL; it has the fields data.uuid, data.attributes.a, meta',
    );
    expect(readCreatedImport({ 'ada@example.com': 1, sk_live_9f8e7d6c5b4a: 1 }, dialect).unreadable).toBe(
      'The creation answer has neither identifier nor redirect URL; it has 2 fields with unreadable names.',
    );
  });

  it("does not use the API address of the import as the customer's page", () => {
    const answer = { id: 7, url: 'https://service.example/api/v2.1/imports/7' };
    expect(readCreatedImport(answer, dialect, ['https://service.example/api/v2.1']).value.redirectUrl).toBeNull();
    expect(readCreatedImport(answer, dialect).value.redirectUrl).toBe(answer.url);
  });

  it('keeps long numbers exactly', () => {
    const parsed = parseLosslessJson(
      '{"id": 12345678901234567890, "note": "12345678901234567890 \\" 9", "n": [1234567890123456]}',
    );
    expect(parsed).toEqual({
      ok: true,
      value: { id: '12345678901234567890', note: '12345678901234567890 " 9', n: [1234567890123456] },
    });
    if (parsed.ok) expect(readCreatedImport(parsed.value, dialect).value.id).toBe('12345678901234567890');
  });
});

describe('list of imports', () => {
  const two = [
    { id: '5', status: 'Migration completed' },
    { id: '6', status: 'In preparation' },
  ];
  it.each<[string, unknown]>([
    [
      'bare',
      [
        { id: 5, status: 'Migration completed' },
        { id: 6, status: 'In preparation' },
      ],
    ],
    ['under imports', { imports: two }],
    ['under data.imports', { status: 'success', data: { imports: two } }],
    ['under an unknown name', { page: 1, jobs_of_user: two }],
    ['HAL', { _embedded: { imports: two }, _links: {} }],
    ['JSON:API', { data: two.map(({ id, status }) => ({ id, type: 'imports', attributes: { state: status } })) }],
    ['GraphQL edges', { data: { imports: { edges: two.map((node) => ({ node })) } } }],
    ['each entry enveloped', two.map((entry) => ({ import: entry }))],
    ['a map by id', { imports: { 5: { status: 'Migration completed' }, 6: { status: 'In preparation' } } }],
    ['a map from id to status', { 5: 'Migration completed', 6: 'In preparation' }],
    ['status objects', two.map(({ id, status }) => ({ id, status: { code: 3, text: status } }))],
    ['a number beside the text', two.map(({ id, status }) => ({ id, status: 7, status_text: status }))],
    ['lists side by side', { active: [two[0]], archived: [two[1]] }],
  ])('%s', (_, answer) => {
    const reading = readListedImports(answer, dialect);
    expect(reading).toEqual({ value: two, missing: [], unreadable: null });
  });

  it('reads a single object as a list of one', () => {
    expect(readListedImports({ data: { id: 5, status: 'x' } }, dialect).value).toEqual([{ id: '5', status: 'x' }]);
  });

  it.each<[string, unknown]>([
    ['an empty array', []],
    ['an empty envelope', { total: 0, imports: [] }],
    ['null in an envelope', { imports: null }],
    ['an empty map by id', { imports: {} }],
    ['an empty map in two envelopes', { status: 'success', data: { imports: {} } }],
  ])('reads %s as an empty list', (_, answer) => {
    expect(readListedImports(answer, dialect)).toEqual({ value: [], missing: [], unreadable: null });
  });

  it.each<[string, unknown]>([
    ['an error with 200', { error: 'try later' }],
    ['null beside an error', { data: null, error: 'try later' }],
    ['an empty object', {}],
    ['an import that cannot be read, without records', { number: 7, state_code: 'x', records: {} }],
    ['an empty object beside an error', { data: {}, error: 'try later' }],
    ['errors with 200', { errors: ['destination_username is missing'] }],
    ['a text', 'nothing here'],
    ['null', null],
    ['entries without identifiers', [{ status: 'x' }, { status: 'y' }]],
    ['every leaf of another type', { 0: { id: { text: ['a'] }, status: 1 }, 1: { id: [{}], status: 0 } }],
  ])('does not read %s as an empty list', (_, answer) => {
    const { value, unreadable } = readListedImports(answer, dialect);
    expect(value).toEqual([]);
    expect(unreadable).not.toBeNull();
  });

  it('lists an import once, without a status if its entries contradict each other', () => {
    const entries = [
      { id: 7, status: 'Sample migration in progress' },
      { id: 8, status: 'In preparation' },
      { id: '7', status: 'Sample migration completed' },
      { id: 8 },
      { id: 8, status: 'In preparation' },
    ];
    const { value, missing } = readListedImports(entries, dialect);
    expect(value).toEqual([
      { id: '7', status: null },
      { id: '8', status: 'In preparation' },
    ]);
    expect(missing.map(({ fact }) => fact)).toEqual(['listed.status', 'listed.status']);
    expect(missing[1]?.message).toBe('1 import is in the list with several statuses');
  });

  it('keeps readable entries and reports the others', () => {
    const reading = readListedImports([{ id: 5, status: 'x' }, { state: 'y' }, { id: 6 }], dialect);
    expect(reading.value).toEqual([
      { id: '5', status: 'x' },
      { id: '6', status: null },
    ]);
    expect(reading.missing.map(({ message }) => message)).toEqual([
      '1 of 3 entries of the list have no identifier; of the first: it has the field state',
      '1 of 3 entries of the list have no status; of the first: it has the field id',
    ]);
  });
});

describe('one import', () => {
  const read = (answer: unknown) => readDetailedImport(answer, dialect).value;

  it.each<[string, unknown, string | null]>([
    ['text', { id: 1, status: 'Migration completed' }, 'Migration completed'],
    ['an unknown text, verbatim', { id: 1, state: ' Awaiting moon phase ' }, ' Awaiting moon phase '],
    ['an object', { id: 1, status: { id: 4, name: 'In preparation' } }, 'In preparation'],
    ['a number only', { id: 1, status: 4 }, '4'],
    ['JSend around it', { status: 'success', data: { import: { id: 1, status: 'In preparation' } } }, 'In preparation'],
    ['JSend around an import without one', { status: 'success', data: { id: 1, family: 'CRM' } }, null],
    ['an HTTP status around it', { status: 200, data: { id: 1, family: 'CRM' } }, null],
    ['a list of one', { id: 1, status: ['In preparation'] }, 'In preparation'],
  ])('status as %s', (_, answer, expected) => {
    expect(read(answer).status).toBe(expected);
  });

  it.each<[string, unknown]>([
    ['a map', { tickets: 12, contacts: '1,204' }],
    [
      'a list',
      [
        { type: 'tickets', count: 12 },
        { type: 'contacts', count: '1204' },
      ],
    ],
    ['a map of objects', { tickets: { total: 14, migrated: 12 }, contacts: { total: 1204 } }],
    [
      'a list of objects',
      [
        { name: 'tickets', imported: 12, failed: 2 },
        { object: 'contacts', total: 1204 },
      ],
    ],
    [
      'pairs',
      [
        ['tickets', 12],
        ['contacts', 1204],
      ],
    ],
    ['small maps', [{ tickets: 12 }, { contacts: 1204 }]],
    ['a list inside', { total: 1216, by_type: { tickets: 12, contacts: 1204 } }],
  ])('record counts as %s', (_, counts) => {
    const expected = [
      { type: 'tickets', count: 12 },
      { type: 'contacts', count: 1204 },
    ];
    expect(read({ id: 1, status: 'x', record_counts: counts }).records).toEqual(expected);
    expect(read({ data: { id: 1, status: 'x', statistics: counts } }).records).toEqual(expected);
  });

  it('ignores invalid record counts', () => {
    expect(read({ id: 1, records: 'many' }).records).toEqual([]);
    expect(read({ id: 1, records: { a: -1, b: 1.5, c: null, d: 'x' } }).records).toEqual([]);
    expect(read({ id: 1, records: 1216 }).records).toEqual([{ type: 'records', count: 1216 }]);
  });

  it.each<[string, Record<string, unknown>, object | null]>([
    [
      'numbers',
      { users: { matched: 3, total: 5, unmatched: ['bo', 'cy'] } },
      { matched: 3, total: 5, unmatched: ['bo', 'cy'] },
    ],
    [
      'lists',
      { user_mapping: { mapped: ['ada'], unmapped: [{ email: 'bo@x' }] } },
      { matched: 1, total: 2, unmatched: ['bo@x'] },
    ],
    ['total and missing', { users: { total: '5', unmatched: 2 } }, { matched: 3, total: 5, unmatched: [] }],
    ['spread', { users_matched: 3, users_total: 5 }, { matched: 3, total: 5, unmatched: [] }],
    [
      'a list with flags',
      {
        users: [
          { name: 'ada', matched: true },
          { name: 'bo', matched: false },
        ],
      },
      { matched: 1, total: 2, unmatched: ['bo'] },
    ],
    [
      'a list with counterparts',
      {
        users: [
          { source: 'ada', destination: 'ada' },
          { source: 'bo', destination: null },
        ],
      },
      { matched: 1, total: 2, unmatched: ['bo'] },
    ],
    ['a map', { users: { 'ada@x': 'ada@y', 'bo@x': null } }, { matched: 1, total: 2, unmatched: ['bo@x'] }],
    ['words', { users: '3 of 5' }, { matched: 3, total: 5, unmatched: [] }],
    ['a number', { users: 5 }, { matched: null, total: 5, unmatched: [] }],
    ['nothing', {}, null],
    ['nonsense', { users: 'some' }, null],
  ])('users as %s', (_, fields, expected) => {
    expect(read({ id: 1, status: 'x', ...fields }).users).toEqual(expected);
  });

  it('reads facts next to the envelope', () => {
    const answer = { import: { id: 1, status: 'x' }, product_family: { name: 'CRM' }, warnings: ['w'] };
    expect(read(answer)).toMatchObject({ id: '1', family: 'CRM', warnings: [{ text: 'w' }] });
  });

  it.each([
    [
      'a tool with a family',
      { id: 7, status: 'In preparation', source_tool: { id: 3, name: 'Old CRM', family: 'crm' } },
    ],
    ['a tool with a status', { id: 7, status: 'In preparation', tool: { id: 3, name: 'Old CRM', status: 'active' } }],
    [
      'both around it',
      { import: { id: 7, status: 'In preparation' }, tool: { id: 3, status: 'active', family: 'crm' } },
    ],
  ])('is not confused with the source tool inside it: %s', (_, answer) => {
    expect(readDetailedImport(answer, dialect).value).toMatchObject({
      id: '7',
      status: 'In preparation',
      family: null,
    });
    expect(readListedImports([answer], dialect).value).toEqual([{ id: '7', status: 'In preparation' }]);
    expect(readReportedImport(answer, dialect).value).toMatchObject({ id: '7', status: 'In preparation' });
  });

  it.each(['status_description', 'status_label', 'status_text'])('prefers a documented status to a %s', (name) => {
    const answer = { id: 7, status: 'Migration completed', [name]: 'Your migration has finished' };
    expect(readDetailedImport(answer, dialect).value.status).toBe('Migration completed');
    expect(readListedImports([answer], dialect).value).toEqual([{ id: '7', status: 'Migration completed' }]);
    expect(readReportedImport(answer, dialect).value.status).toBe('Migration completed');
  });

  it.each([7, 'done'])('prefers a documented text to a status of %s', (status) => {
    const answer = { id: 7, status, status_text: 'Migration completed' };
    expect(readDetailedImport(answer, dialect).value.status).toBe('Migration completed');
  });

  it('takes the status that the dialect file names first', () => {
    const ours = parseDialect('{ "import": { "status": ["status_text", "status"] } }');
    const answer = { id: 7, status: 'Migration completed', status_text: 'Rolled out' };
    expect(readDetailedImport(answer, ours).value.status).toBe('Rolled out');
  });

  it('has no status if only its tool has one', () => {
    const answer = { id: 7, tool: { id: 3, status: 'active' } };
    expect(readDetailedImport(answer, dialect).value).toMatchObject({ id: '7', status: null });
  });

  it('is unreadable without identifier and status', () => {
    expect(readDetailedImport({ message: 'hello' }, dialect).unreadable).toBe(
      'The answer has neither identifier nor status; it has the field message.',
    );
    expect(readDetailedImport('<html>', dialect).unreadable).toContain('it is a text');
  });
});

describe('webhook message', () => {
  it.each<[string, unknown]>([
    ['flat', { event: 'x', id: 5, status: 'In preparation', timestamp: 1_794_475_904 }],
    [
      'enveloped, the event with an id of its own',
      { id: 'evt_1', type: 'x', created: 1_794_475_904, data: { id: 5, status: 'In preparation', created_at: 'no' } },
    ],
    [
      'twice enveloped',
      { type: 'x', data: { object: { id: 5, status: 'In preparation' } }, sent_at: '2026-11-12T09:31:44Z' },
    ],
  ])('%s', (_, message) => {
    expect(readReportedImport(message, dialect).value).toMatchObject({
      id: '5',
      status: 'In preparation',
      timestamp: new Date('2026-11-12T09:31:44Z'),
    });
  });

  it.each([
    { id: 5, status: 'In preparation', created_at: '2026-10-01T08:00:00Z', updated_at: '2026-11-12T09:31:44Z' },
    { import: { id: 5, status: 'In preparation', created: 1_790_000_000, updated: 1_794_475_904 } },
  ])('was sent when the import changed, not when it was created: %j', (message) => {
    expect(readReportedImport(message, dialect).value.timestamp).toEqual(new Date('2026-11-12T09:31:44Z'));
  });

  it.each([
    { id: 'evt-1', created: 1_794_475_904, import: { id: 5, status: 'x', updated_at: '2026-10-01T08:00:00Z' } },
    {
      type: 'x',
      created: 1_794_475_904,
      import: { id: 5, status: 'x', name: 'Old CRM', created_at: '2026-10-01T08:00:00Z' },
    },
  ])('was sent at the time of the event, not of the import inside it: %j', (message) => {
    expect(readReportedImport(message, dialect).value.timestamp).toEqual(new Date('2026-11-12T09:31:44Z'));
  });

  it('reads the new status beside the old one', () => {
    const statuses = { old_status: 'In preparation', new_status: 'Migration in progress' };
    for (const message of [
      { import_id: 5, ...statuses },
      { event: 'x', import: { id: 5 }, ...statuses },
    ])
      expect(readReportedImport(message, dialect).value.status).toBe('Migration in progress');
  });

  it.each([
    ['import', { id: 'evt-1', import: 'imp-12', status: 'In preparation' }],
    ['migration', { id: 'evt-1', migration: 12, status: 'In preparation' }],
    ['in data', { id: 'evt-1', data: { id: 'change-3', import: 'imp-12', status: 'In preparation' } }],
  ])('names the import beside an id of its own: %s', (_, message) => {
    expect(readReportedImport(message, dialect).value.id).toMatch(/12$/);
  });

  it.each([
    { import: 'Old CRM 2' },
    { migration: 'sample' },
    { import: 'https://x.example/7' },
    { import_id: 5, import: 7 },
  ])('does not take another value for the import: %j', (fields) => {
    expect(readReportedImport({ id: 5, status: 'In preparation', ...fields }, dialect).value.id).toBe('5');
  });
});

describe('dialect file', () => {
  it('replaces names and paths', () => {
    const set = parseDialect(
      JSON.stringify({
        import: { id: 'ref.code', status: ['zustand', 'status'] },
        created: { redirectUrl: 'go.there' },
        detailed: { envelope: 'payload.migration' },
      }),
    );
    const answer = { id: 1, ref: { code: 'A7' }, Zustand: 'fertig', go: { there: go } };
    expect(readCreatedImport(answer, set).value).toMatchObject({ id: 'A7', redirectUrl: go });
    expect(readListedImports([answer], set).value).toEqual([{ id: 'A7', status: 'fertig' }]);
    expect(readDetailedImport({ id: 3, payload: { migration: answer } }, set).value).toMatchObject({
      id: 'A7',
      status: 'fertig',
    });
    expect(readCreatedImport({ id: 1, redirect_url: go }, set).missing.map(({ message }) => message)).toEqual([
      'the creation answer has no identifier at ref.code, where the dialect file says it is; it has the fields id, redirect_url',
      'the creation answer has no redirect URL at go.there, where the dialect file says it is; it has the fields id, redirect_url',
    ]);
  });

  it.each<[string, string, string[]]>([
    ['no JSON', '{', ['it is not JSON']],
    ['a list', '[]', ['it must be a JSON object']],
    [
      'unknown sections and fields',
      '{"imprt":{},"tool":{"nam":"x"}}',
      ['tool.nam is not known here; known are envelope, name, label, slug, family', 'imprt is not known here'],
    ],
    [
      'values of the wrong type',
      '{"toolValue":"id","listed":{"id":5},"created":[]}',
      [
        'toolValue must be name, slug or label',
        'listed.id must be a field name, a path such as data.id, or a list of these',
        'created must be an object of field names',
      ],
    ],
  ])('is rejected with a message: %s', (_, text, problems) => {
    const refuse = () => parseDialect(text);
    for (const problem of problems) expect(refuse).toThrow(problem);
  });
});
