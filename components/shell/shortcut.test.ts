import { describe, expect, it, vi } from 'vitest';
import { isSingleKey, matchShortcut, keyPressName, type Shortcut } from './shortcut';

const shortcut = (keys: string, label = keys): Shortcut => ({ keys, label, group: 'Test', run: vi.fn() });
const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) =>
  keyPressName({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

describe('keyPressName', () => {
  it('is the lower-case key, regardless of Caps Lock', () => {
    expect(press('j')).toBe('j');
    expect(press('J')).toBe('j');
    expect(press('?')).toBe('?');
    expect(press('Enter')).toBe('Enter');
  });

  it('is the same for Ctrl and Cmd, and null for Alt', () => {
    expect(press('k', { ctrlKey: true })).toBe('mod+k');
    expect(press('k', { metaKey: true })).toBe('mod+k');
    expect(press('k', { altKey: true })).toBeNull();
  });
});

describe('matchShortcut', () => {
  const all = [
    shortcut('i', 'inspect'),
    shortcut('g i', 'imports'),
    shortcut('mod+k'),
    shortcut('x', 'shell'),
    shortcut('x', 'page'),
  ];

  it('prefers a sequence over the single shortcut of its second key', () => {
    expect(matchShortcut(all, 'g', 'i')?.label).toBe('imports');
    expect(matchShortcut(all, null, 'i')?.label).toBe('inspect');
    expect(matchShortcut(all, 'q', 'i')?.label).toBe('inspect');
  });

  it('prefers the page’s shortcut over the shell’s', () => {
    expect(matchShortcut(all, null, 'x')?.label).toBe('page');
  });

  it('matches nothing for an unregistered key', () => {
    expect(matchShortcut(all, null, 'z')).toBeUndefined();
    expect(matchShortcut(all, null, 'k')).toBeUndefined();
  });
});

describe('isSingleKey', () => {
  it('is false only for combinations with Ctrl or Cmd', () => {
    expect([isSingleKey('j'), isSingleKey('g i'), isSingleKey('mod+k')]).toEqual([true, true, false]);
  });
});
