import { describe, expect, test } from 'vitest';
import { moveTo } from './use-list-cursor';

const start = { current: null, focusWanted: false, lookedAt: null, picked: new Set<string>(), lastPicked: null };

describe('where one is in the list', () => {
  test('an open quick look follows the keyboard, and stays when a row is merely focused', () => {
    const open = moveTo(start, { kind: 'look', id: 'a' });
    expect(moveTo(open, { kind: 'current', id: 'b', focus: true })).toMatchObject({ current: 'b', lookedAt: 'b' });
    expect(moveTo(open, { kind: 'current', id: 'b', focus: false })).toMatchObject({ current: 'b', lookedAt: 'a' });
  });

  test('a closed one stays closed', () => {
    expect(moveTo(start, { kind: 'current', id: 'b', focus: true }).lookedAt).toBeNull();
  });

  test('picking adds and takes away, and clearing forgets all of it', () => {
    const two = moveTo(start, { kind: 'pick', ids: ['a', 'b'], on: true, last: 'b' });
    expect([...two.picked]).toEqual(['a', 'b']);
    expect([...moveTo(two, { kind: 'pick', ids: ['a'], on: false, last: 'a' }).picked]).toEqual(['b']);
    expect(moveTo(two, { kind: 'clear' })).toMatchObject({ lastPicked: null, picked: new Set() });
  });
});
