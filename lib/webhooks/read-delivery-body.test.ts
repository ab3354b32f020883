import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { standardDialect } from '../service/dialect/dialect';
import { readDeliveryBody } from './read-delivery-body';

const read = (value: unknown) => readDeliveryBody(Buffer.from(JSON.stringify(value)), standardDialect);
const at = new Date('2026-11-12T09:31:44Z');
const status = 'Migration completed';

describe('message formats', () => {
  const shapes: Record<string, unknown> = {
    flat: { id: '418315', status, timestamp: at.getTime() / 1000 },
    'numeric identifier, camel case': { importId: 418315, statusText: status, sentAt: at.getTime() },
    'an event around it': {
      id: 'evt_1',
      type: 'import.updated',
      created: at.getTime() / 1000,
      data: { id: '418315', status },
    },
    'an import beside the status': { id: 'evt_1', import: { id: 418315 }, status, timestamp: at.toISOString() },
    'an old import inside': {
      timestamp: at.toISOString(),
      import: { id: '418315', status, created_at: '2019-01-01T00:00:00Z' },
    },
    'two envelopes': {
      event: 'x',
      sent_at: at.toISOString(),
      payload: { migration: { uuid: '418315', state: status } },
    },
    'a status as an object': { import: { id: '418315', status: { text: status, code: 7 } }, ts: String(at.getTime()) },
    'a list of one': [{ id: '418315', status, timestamp: at.toISOString() }],
    'JSON:API': { data: { id: '418315', type: 'imports', attributes: { status, timestamp: at.toISOString() } } },
  };
  for (const [name, shape] of Object.entries(shapes))
    it(`reads ${name}`, () => {
      expect(read(shape)).toMatchObject({ importId: '418315', status, reportedAt: at, problem: null });
    });

  it('prefers the configured field names', () => {
    const dialect = {
      ...standardDialect,
      reported: {
        ...standardDialect.reported,
        facts: {
          ...standardDialect.reported.facts,
          id: { paths: ['what.nr'] },
          status: { paths: ['now'] },
          timestamp: { paths: ['clock.s'] },
        },
      },
    };
    const body = { id: 'not this', now: status, what: { nr: 7 }, clock: { s: at.getTime() / 1000 } };
    expect(readDeliveryBody(Buffer.from(JSON.stringify(body)), dialect)).toMatchObject({
      importId: '7',
      status,
      reportedAt: at,
    });
  });
});

it('distinguishes empty warnings from missing ones', () => {
  expect(read({ id: '1', status }).warnings).toBeUndefined();
  expect(read({ id: '1', status, warnings: [] }).warnings).toEqual([]);
  expect(read({ id: '1', status, warnings: ['too long'] }).warnings).toMatchObject([{ text: 'too long' }]);
});

it('names missing fields without showing values', () => {
  const { problem, importId } = read({ number_of_things: 'hush', nested: { secret_value: 'hush' } });
  expect(importId).toBeNull();
  expect(problem).toContain('No identifier of an import and no status was found');
  expect(problem).not.toContain('hush');
});

it('keeps the import id of a message without a status, so that the import can be polled', () => {
  expect(read({ import_id: '418315', timestamp: at.toISOString() })).toMatchObject({
    importId: '418315',
    status: null,
  });
});

it('accepts any bytes', () => {
  for (const body of [
    Buffer.from([0xff, 0xfe, 0x00]),
    Buffer.from('{"id":"a\\u0000b","status":"x\\u0000y","timestamp":1}'),
    Buffer.from('['.repeat(60_000)),
    Buffer.from(`${'{"import":'.repeat(6000)}1${'}'.repeat(6000)}`),
    Buffer.from(JSON.stringify({ id: '😀'.repeat(400), status: '\ud800' })),
    Buffer.from('{"__proto__":{"id":"1"},"constructor":{"id":2},"status":"x"}'),
  ]) {
    const reading = readDeliveryBody(body, standardDialect);
    expect(reading.importId ?? '').not.toContain('\u0000');
    expect(reading.status ?? '').not.toContain('\u0000');
    expect(Buffer.byteLength(reading.importId ?? '')).toBeLessThanOrEqual(1000);
  }
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc.json().map((text) => Buffer.from(text)),
      ),
      (body) => {
        readDeliveryBody(body, standardDialect);
      },
    ),
    { numRuns: 1000 },
  );
});
