import { expect, test } from 'vitest';
import type { EditableText } from '@/lib/contract/texts';
import { groupTexts } from './group-texts';

const text = (key: string, shipped: string, own: string | null = null): EditableText => ({
  ...{ key, shipped, own, shippedBefore: null, unused: false, placeholders: [], tags: [], maxCharacters: 200 },
});
const texts = [
  text('start.title', 'Bring your data', 'Move in'),
  text('unheard.of', 'New'),
  text('help', 'Help'),
  text('start.search', 'Search'),
];
const keysOf = (query: string, onlyChanged = false) =>
  groupTexts(texts, { query, onlyChanged }).map((group) => [group.title, ...group.texts.map(({ key }) => key)]);

test('groups texts by screen, those of unknown screens last', () => {
  expect(keysOf('')).toEqual([
    ['On every page', 'help'],
    ['Start page', 'start.title', 'start.search'],
    ['Other texts', 'unheard.of'],
  ]);
});

test('finds all words in the key, the default or the own text, in any case', () => {
  expect(keysOf('START data')).toEqual([['Start page', 'start.title']]);
  expect(keysOf('move')).toEqual([['Start page', 'start.title']]);
  expect(keysOf('nothing')).toEqual([]);
  expect(keysOf('', true)).toEqual([['Start page', 'start.title']]);
});
