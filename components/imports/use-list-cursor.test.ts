import { describe, expect, test } from 'vitest';
import { cursorReducer } from './use-list-cursor';

const start = { current: null, focusPending: false, previewId: null, selected: new Set<string>(), lastSelected: null };

describe('cursorReducer', () => {
  test('moves an open preview with the keyboard, but not on focus', () => {
    const open = cursorReducer(start, { kind: 'preview', id: 'a' });
    expect(cursorReducer(open, { kind: 'current', id: 'b', focus: true })).toMatchObject({
      current: 'b',
      previewId: 'b',
    });
    expect(cursorReducer(open, { kind: 'current', id: 'b', focus: false })).toMatchObject({
      current: 'b',
      previewId: 'a',
    });
  });

  test('keeps a closed preview closed', () => {
    expect(cursorReducer(start, { kind: 'current', id: 'b', focus: true }).previewId).toBeNull();
  });

  test('selects, deselects and clears', () => {
    const two = cursorReducer(start, { kind: 'select', ids: ['a', 'b'], on: true, last: 'b' });
    expect([...two.selected]).toEqual(['a', 'b']);
    expect([...cursorReducer(two, { kind: 'select', ids: ['a'], on: false, last: 'a' }).selected]).toEqual(['b']);
    expect(cursorReducer(two, { kind: 'clear' })).toMatchObject({ lastSelected: null, selected: new Set() });
  });
});
