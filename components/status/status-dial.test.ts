import { describe, expect, it } from 'vitest';
import { knownStatuses, statusSchema } from '@/lib/contract/status';
import { dialOf } from './status-dial';

describe('the dial of a status', () => {
  it('differs for each of the nine, so that they can be told apart without colour', () => {
    const dials = knownStatuses.map((text) => dialOf({ text, family: 'unknown' }));
    expect(new Set(dials).size).toBe(9);
  });

  it('follows the canonical text where the service words it otherwise', () => {
    expect(dialOf({ text: 'Import completed', family: 'done', known: 'Migration completed' })).toBe('done');
  });

  it('falls back to the family for a text nobody knows, and to a neutral ring for no family', () => {
    for (const family of statusSchema.shape.family.options)
      expect(dialOf({ text: 'Paused by moon phase', family })).toBeTypeOf('string');
    expect(dialOf({ text: 'Paused by moon phase', family: 'unknown' })).toBe('other');
    expect(dialOf({ text: 'toString', family: 'unknown' })).toBe('other');
  });

  it('is struck for a gone import whatever its last status was', () => {
    expect(dialOf({ text: 'Migration completed', family: 'gone' })).toBe('gone');
  });
});
