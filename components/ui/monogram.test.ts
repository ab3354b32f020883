import { describe, expect, it } from 'vitest';
import { hueOf, monogramOf } from './monogram';

describe('monogramOf', () => {
  it.each([
    ['Zendesk', 'Ze'],
    ['Asana', 'As'],
    ['Zoho Desk', 'ZD'],
    ['Help  Scout ', 'HS'],
    ['HubSpot Service Hub', 'HS'],
    ['monday.com', 'Mo'],
    ['8x8', '8x'],
    ['(old) Jira', 'OJ'],
    ['Front & Back', 'FB'],
    ['X', 'X'],
    ['élan', 'Él'],
    ['e\u0301lan', 'Él'],
    ['ßtool', 'St'],
    ['微信', '微信'],
    ['トレロ', 'トレ'],
    ['Яндекс Трекер', 'ЯТ'],
    ['زوهو ديسك', 'ز\u200Cد'],
    ['👩‍👩‍👧 Family', '👩‍👩‍👧F'],
    ['\u202EksedneZ', 'Ks'],
    ['<script>alert(1)</script>', 'Sc'],
    ['***', '?'],
    ['', '?'],
  ])('shows %s as %s', (name, letters) => {
    expect(monogramOf(name)).toBe(letters);
  });
});

describe('hueOf', () => {
  it('is the same for every spelling of a name', () => {
    expect(hueOf(' zendesk')).toBe(hueOf('Zendesk'));
    expect(hueOf('e\u0301lan')).toBe(hueOf('Élan'));
  });

  it('spreads names over all hues', () => {
    const used = new Set(Array.from({ length: 300 }, (_, n) => hueOf(`Tool ${n}`)));
    expect([...used].sort((a, b) => a - b)).toEqual([...Array(12).keys()]);
  });
});
