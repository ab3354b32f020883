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
  ] as const)('formats as %s', (form, text) => {
    expect(formatInstant(at, form, 'UTC')).toBe(text);
  });

  it('uses the viewer’s zone and names it', () => {
    expect(formatInstant(at, 'exact', 'Europe/Berlin')).toBe('Thu 12 Nov 2026, 15:20:27 CET');
    expect(formatInstant(at, 'exact', 'Pacific/Auckland')).toMatch(/^Fri 13 Nov 2026, 03:20:27 GMT\+13$/);
  });

  it('formats midnight as 00 and September as Sep', () => {
    expect(formatInstant(Date.UTC(2026, 8, 1), 'moment', 'UTC')).toBe('1 Sep, 00:00 UTC');
  });
});

describe('time zones', () => {
  it('have a short name', () => {
    expect(zoneName(at, 'UTC')).toBe('UTC');
    expect(zoneName(Date.UTC(2026, 6, 1), 'Europe/Berlin')).toBe('CEST');
  });

  it('are valid only if the runtime knows them', () => {
    expect(isZone('Asia/Kolkata')).toBe(true);
    expect(isZone('Middle/Earth')).toBe(false);
    expect(isZone('')).toBe(false);
  });
});
