import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readSignedSeconds, readTimestamp } from './read-timestamp';

const anyDate = fc.date({
  min: new Date('2001-10-01T00:00:00Z'),
  max: new Date('2099-12-31T00:00:00Z'),
  noInvalidDate: true,
});

it('reads seconds, milliseconds and ISO 8601 as the same time', () => {
  fc.assert(
    fc.property(anyDate, (at) => {
      const ms = at.getTime();
      expect(readTimestamp(ms)?.getTime()).toBe(ms);
      expect(readTimestamp(String(ms))?.getTime()).toBe(ms);
      expect(readTimestamp(at.toISOString())?.getTime()).toBe(ms);
      const seconds = Math.floor(ms / 1000);
      expect(readTimestamp(seconds)?.getTime()).toBe(seconds * 1000);
      expect(readTimestamp(String(seconds))?.getTime()).toBe(seconds * 1000);
      expect(readSignedSeconds(String(seconds))?.getTime()).toBe(seconds * 1000);
    }),
    { numRuns: 300 },
  );
});

it('reads common variants of ISO 8601', () => {
  const expected = '2026-11-12T09:31:44.000Z';
  for (const text of [
    '2026-11-12T09:31:44Z',
    '2026-11-12T09:31:44',
    '2026-11-12 09:31:44',
    '2026-11-12 09:31:44 UTC',
    '2026-11-12T10:31:44+01:00',
    '2026-11-12 10:31:44 +0100',
    '2026-11-12T10:31:44+01',
    '2026-11-12T09:31:44.000000Z',
    ' 2026-11-12t09:31:44z ',
  ])
    expect(readTimestamp(text)?.toISOString(), text).toBe(expected);
});

it('rejects anything that is not a time', () => {
  for (const value of [
    undefined,
    null,
    '',
    'yesterday',
    0,
    1,
    -5,
    Number.NaN,
    Infinity,
    true,
    {},
    [],
    '2026-11-12',
    '2026-02-30T10:00:00Z',
    '2026-11-12T25:00:00Z',
    '12/11/2026 09:31',
    1e30,
    '9'.repeat(100),
    '1794474000x',
  ])
    expect(readTimestamp(value), String(value)).toBeUndefined();
  for (const text of ['1731705121x', ' 1731705121', '1731705121.0', '0x1', '-1731705121', ''])
    expect(readSignedSeconds(text)).toBeUndefined();
});
