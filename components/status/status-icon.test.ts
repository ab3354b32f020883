import { describe, expect, it } from 'vitest';
import { knownStatuses, statusFamilies } from '@/lib/contract/status';
import { dialOf } from './status-icon';

describe('dialOf', () => {
  it('differs for each of the nine statuses', () => {
    const dials = knownStatuses.map((text) => dialOf({ text, family: 'unknown' }));
    expect(new Set(dials).size).toBe(9);
  });

  it('uses the known status if the service uses another text', () => {
    expect(dialOf({ text: 'Import completed', family: 'done', known: 'Migration completed' })).toBe('done');
  });

  it('falls back to the family for an unknown text, and to a neutral ring without one', () => {
    for (const family of statusFamilies) expect(dialOf({ text: 'Paused by moon phase', family })).toBeTypeOf('string');
    expect(dialOf({ text: 'Paused by moon phase', family: 'unknown' })).toBe('other');
    expect(dialOf({ text: 'toString', family: 'unknown' })).toBe('other');
  });

  it('is gone for a gone import regardless of its status', () => {
    expect(dialOf({ text: 'Migration completed', family: 'gone' })).toBe('gone');
  });
});
