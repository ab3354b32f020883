import { describe, expect, test } from 'vitest';
import { highlightedHit, hitAfterKey, hitToOpen } from './choose-hit';

const hits = ['a', 'b', 'c'].map((key) => ({ key, label: key, detail: '', icon: 'search' as const, href: `/${key}` }));

describe('Enter', () => {
  test('opens the best hit, or the chosen one', () => {
    expect(hitToOpen({ hits, chosen: null, settled: true })?.key).toBe('a');
    expect(hitToOpen({ hits, chosen: 'b', settled: true })?.key).toBe('b');
  });

  test('waits for the answer to what is typed now, except for a chosen hit', () => {
    expect(hitToOpen({ hits, chosen: null, settled: false })).toBeUndefined();
    expect(hitToOpen({ hits, chosen: 'b', settled: false })?.key).toBe('b');
  });

  test('opens the best hit when the chosen one is no longer in the list', () => {
    expect(hitToOpen({ hits, chosen: 'gone', settled: true })?.key).toBe('a');
    expect(hitToOpen({ hits, chosen: 'gone', settled: false })).toBeUndefined();
  });
});

describe('arrow keys', () => {
  test('move from the highlighted hit, and around both ends', () => {
    expect(highlightedHit({ hits, chosen: null })?.key).toBe('a');
    expect(hitAfterKey('ArrowDown', { hits, chosen: null })?.key).toBe('b');
    expect(hitAfterKey('ArrowDown', { hits, chosen: 'c' })?.key).toBe('a');
    expect(hitAfterKey('ArrowUp', { hits, chosen: 'a' })?.key).toBe('c');
  });

  test('other keys and an empty list leave the key to the field', () => {
    expect(hitAfterKey('Home', { hits, chosen: null })).toBeUndefined();
    expect(hitAfterKey('ArrowDown', { hits: [], chosen: null })).toBeUndefined();
  });
});
