import { describe, expect, it } from 'vitest';
import { formatInstant, isZone, zoneName } from './format-instant';

const at = Date.UTC(2026, 10, 12, 14, 20, 27);

describe('formatInstant', () => {
  it.each([
    ['clock', '14:20:27'],
    ['minute', '14:20'],
    ['day', 'Thu 12 Nov'],
    ['date', '12 Nov 2026'],
    ['moment', '12 Nov, 14:20 UTC'],
    ['exact', 'Thu 12 Nov 2026, 14:20:27 UTC'],
  ] as const)('writes the %s form', (form, text) => {
    expect(formatInstant(at, form, 'UTC')).toBe(text);
  });

  it('writes the viewer’s day and clock, and names the zone', () => {
    expect(formatInstant(at, 'exact', 'Europe/Berlin')).toBe('Thu 12 Nov 2026, 15:20:27 CET');
    expect(formatInstant(at, 'exact', 'Pacific/Auckland')).toMatch(/^Fri 13 Nov 2026, 03:20:27 GMT\+13$/);
  });

  it('counts midnight as 00, and September as Sep on every engine', () => {
    expect(formatInstant(Date.UTC(2026, 8, 1), 'moment', 'UTC')).toBe('1 Sep, 00:00 UTC');
  });
});

describe('zones', () => {
  it('are named once for a heading', () => {
    expect(zoneName(at, 'UTC')).toBe('UTC');
    expect(zoneName(Date.UTC(2026, 6, 1), 'Europe/Berlin')).toBe('CEST');
  });

  it('are believed only when the runtime knows them', () => {
    expect(isZone('Asia/Kolkata')).toBe(true);
    expect(isZone('Middle/Earth')).toBe(false);
    expect(isZone('')).toBe(false);
  });
});
