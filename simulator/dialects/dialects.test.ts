import { describe, expect, test } from 'vitest';
import { type ImportRecord, statuses } from '../world/import-record';
import { createWorld } from '../world/create-world';
import { type Dialect, dialectSchema } from './dialect';
import { chooseDialect, namedDialects } from './named-dialects';
import {
  serializeCreated,
  serializeError,
  serializeImport,
  serializeList,
  serializeStatus,
  serializeTools,
  serializeValidationErrors,
  serializeWebhook,
} from './serializers';

const plain = chooseDialect('plain');
const record: ImportRecord = {
  ...createWorld('test').add({ tool: 'zendesk', origin: 'api', createdAt: 0 }),
  status: 'Sample migration completed',
  outcome: {
    counts: { tickets: 2 },
    users: { matched: 1, total: 2, unmatched: ['k.lund'] },
    warnings: [
      { kind: 'left_out', itemType: 'ticket', item: '7', text: 'Too large' },
      { kind: 'trimmed', itemType: 'ticket', item: '7', text: 'Trimmed' },
      { kind: 'trimmed', itemType: 'comment', item: '9', text: 'Trimmed' },
    ],
  },
};

test('at least four named dialects are valid and different', () => {
  const all = Object.values(namedDialects);
  expect(all.length).toBeGreaterThanOrEqual(4);
  for (const dialect of all) expect(dialectSchema.safeParse(dialect).success).toBe(true);
  expect(new Set(all.map(({ name: _, ...rest }) => JSON.stringify(rest))).size).toBe(all.length);
});

test('the named dialects cover every value of every property', () => {
  const used = (pick: (dialect: Dialect) => unknown): Set<unknown> => new Set(Object.values(namedDialects).map(pick));
  const { shape } = dialectSchema;
  expect(used(({ envelope }) => envelope)).toEqual(new Set(shape.envelope.options));
  expect(used(({ identifier }) => identifier)).toEqual(new Set(shape.identifier.options));
  expect(used(({ tool }) => tool)).toEqual(new Set(shape.tool.options));
  expect(used(({ statusWording }) => statusWording)).toEqual(new Set(shape.statusWording.options));
  expect(used(({ warnings }) => warnings)).toEqual(new Set(shape.warnings.options));
  expect(used(({ validation }) => validation)).toEqual(new Set(shape.validation.options));
  expect(used(({ error }) => error)).toEqual(new Set(shape.error.options));
  expect(used(({ facts }) => facts)).toEqual(new Set(shape.facts.options));
  expect(used(({ webhook }) => webhook.timestamp)).toEqual(new Set(shape.webhook.shape.timestamp.options));
});

describe('random dialects', () => {
  test('are reproducible, valid and varied', () => {
    expect(chooseDialect('random:7')).toEqual(chooseDialect('random:7'));
    const mixed = Array.from({ length: 60 }, (_, seed) => chooseDialect(`random:${seed}`));
    for (const dialect of mixed) expect(dialectSchema.safeParse(dialect).success).toBe(true);
    expect(new Set(mixed.map(({ name: _, ...rest }) => JSON.stringify(rest))).size).toBeGreaterThan(55);
  });

  test('combine properties that no named dialect combines', () => {
    const pairs = new Set(Object.values(namedDialects).map(({ envelope, warnings }) => `${envelope} ${warnings}`));
    const mixed = Array.from({ length: 60 }, (_, seed) => chooseDialect(`random:${seed}`));
    expect(mixed.some(({ envelope, warnings }) => !pairs.has(`${envelope} ${warnings}`))).toBe(true);
  });
});

test('an unknown dialect is rejected with the known names', () => {
  expect(() => chooseDialect('klingon')).toThrow('There is no dialect "klingon"; there are plain, camel,');
});

test('statuses use the current wording or that before version 2.1', () => {
  expect(statuses.map((status) => serializeStatus(plain, status))).toEqual([
    'Collecting credentials',
    'Waiting to start sample migration',
    'Sample migration in progress',
    'Sample migration completed',
    'Migration in progress',
    'Migration completed',
    'Undo in progress',
    'Migration cleaned',
    'In preparation',
  ]);
  const older = chooseDialect('older');
  expect(serializeStatus(older, 'Waiting to start sample migration')).toBe('Waiting to start sample import');
  expect(serializeStatus(older, 'Migration cleaned')).toBe('Import cleaned');
});

test.each([
  ['string', 'ticket 7: Too large\nticket 7: Trimmed\ncomment 9: Trimmed'],
  ['strings', ['Too large (ticket 7)', 'Trimmed (ticket 7)', 'Trimmed (comment 9)']],
  [
    'objects',
    [
      { kind: 'left_out', item_type: 'ticket', item_id: '7', message: 'Too large' },
      { kind: 'trimmed', item_type: 'ticket', item_id: '7', message: 'Trimmed' },
      { kind: 'trimmed', item_type: 'comment', item_id: '9', message: 'Trimmed' },
    ],
  ],
  ['nested', { ticket: { 7: ['Too large', 'Trimmed'] }, comment: { 9: ['Trimmed'] } }],
] as const)('warnings as %s lose none', (warnings, said) => {
  expect(serializeImport({ ...plain, warnings }, record)).toMatchObject({ [plain.fields.warnings]: said });
});

test.each([
  ['map', { source_tool: ["can't be blank"], family: [] }],
  ['errors', { message: 'Validation failed', errors: { source_tool: ["can't be blank"] } }],
  ['list', [{ field: 'source_tool', message: "can't be blank" }]],
  ['text', "source_tool can't be blank"],
] as const)('validation errors as %s', (validation, said) => {
  const errors = { source_tool: ["can't be blank"] };
  expect(serializeValidationErrors({ ...plain, validation }, errors, ['source_tool', 'family'])).toEqual(said);
});

test('the plain dialect, exactly', () => {
  expect(serializeTools(plain, [{ name: 'Help Scout', slug: 'help-scout', families: ['help-desk'] }])).toEqual([
    { name: 'Help Scout', slug: 'help-scout' },
  ]);
  expect(serializeCreated(plain, record, 'http://x')).toEqual({ id: record.number, redirect_url: 'http://x' });
  expect(serializeList(plain, [record])).toEqual([{ id: record.number, status: 'Sample migration completed' }]);
  expect(serializeImport(plain, { ...record, outcome: null })).toEqual({
    id: record.number,
    status: 'Sample migration completed',
    family: 'Help desk',
  });
  expect(serializeError(plain, 'Not found')).toEqual({ error: 'Not found' });
  expect(serializeWebhook(plain, record, 'Migration completed', 1_700_000_000_999)).toEqual({
    event: 'import.status_changed',
    id: record.number,
    status: 'Migration completed',
    timestamp: 1_700_000_000,
  });
});
