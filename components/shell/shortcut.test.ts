import { describe, expect, it, vi } from 'vitest';
import { isSingleKey, matchShortcut, keyPressName, type Shortcut } from './shortcut';

const shortcut = (keys: string, label = keys): Shortcut => ({ keys, label, group: 'Test', run: vi.fn() });
const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) =>
  keyPressName({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

describe('the name of a press', () => {
  it('is the key, whatever Caps Lock says', () => {
    expect(press('j')).toBe('j');
    expect(press('J')).toBe('j');
    expect(press('?')).toBe('?');
    expect(press('Enter')).toBe('Enter');
  });

  it('is the same with Ctrl and with Cmd, and none with Alt', () => {
    expect(press('k', { ctrlKey: true })).toBe('mod+k');
    expect(press('k', { metaKey: true })).toBe('mod+k');
    expect(press('k', { altKey: true })).toBeNull();
  });
});

describe('matching', () => {
  const all = [
    shortcut('i', 'inspect'),
    shortcut('g i', 'imports'),
    shortcut('mod+k'),
    shortcut('x', 'shell'),
    shortcut('x', 'page'),
  ];

  it('completes a sequence before it takes the second key for itself', () => {
    expect(matchShortcut(all, 'g', 'i')?.label).toBe('imports');
    expect(matchShortcut(all, null, 'i')?.label).toBe('inspect');
    expect(matchShortcut(all, 'q', 'i')?.label).toBe('inspect');
  });

  it('lets the page take over a key of the shell', () => {
    expect(matchShortcut(all, null, 'x')?.label).toBe('page');
  });

  it('matches nothing for a key nobody asked for', () => {
    expect(matchShortcut(all, null, 'z')).toBeUndefined();
    expect(matchShortcut(all, null, 'k')).toBeUndefined();
  });
});

describe('single keys', () => {
  it('are all but those held together with Ctrl or Cmd', () => {
    expect([isSingleKey('j'), isSingleKey('g i'), isSingleKey('mod+k')]).toEqual([true, true, false]);
  });
});
