import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupWarnings } from './group-warnings';

const large = (item: string, file: string) => ({
  kind: 'attachment_too_large',
  item,
  text: `Attachment ${file} over 20 MB, left out`,
});

test('groups warnings by kind, most frequent first, with readable titles', () => {
  const groups = groupWarnings([
    { kind: 'html_trimmed', item: 'comment 7', text: 'HTML trimmed to text' },
    large('ticket 10482', 'a.zip'),
    large('ticket 10519', 'b.mov'),
  ]);
  expect(groups.map(({ title, itemType, warnings }) => [title, itemType, warnings.length])).toEqual([
    ['Attachment too large', 'Ticket', 2],
    ['HTML trimmed to text', 'Comment', 1],
  ]);
});

test('groups by text without a kind, and keeps texts of the service unchanged', () => {
  const groups = groupWarnings([
    { kind: null, item: null, text: 'Could not be read' },
    { kind: null, item: null, text: 'Could not be read' },
    { kind: 'Author missing!', item: '12', text: 'a' },
    { kind: 'Author missing!', item: '13', text: 'b' },
  ]);
  expect(groups.map(({ title, itemType }) => [title, itemType])).toEqual([
    ['Author missing!', null],
    ['Could not be read', null],
  ]);
});

test('searches kind, item and text for all words', () => {
  const all = [large('ticket 10482', 'a.zip'), large('ticket 10519', 'b.mov')];
  expect(groupWarnings(all, '10519 MOV')[0]?.warnings).toHaveLength(1);
  expect(groupWarnings(all, 'too large')[0]?.warnings).toHaveLength(2);
  expect(groupWarnings(all, 'nothing')).toEqual([]);
});

test('contains every warning exactly once', () => {
  const warning = fc.record({
    kind: fc.option(fc.string({ maxLength: 6 })),
    item: fc.option(fc.string({ maxLength: 12 })),
    text: fc.string({ maxLength: 12 }),
  });
  fc.assert(
    fc.property(fc.array(warning, { maxLength: 30 }), (warnings) => {
      const grouped = groupWarnings(warnings).flatMap((group) => group.warnings);
      expect(grouped).toHaveLength(warnings.length);
      expect(new Set(grouped)).toEqual(new Set(warnings));
    }),
    { numRuns: 200 },
  );
});
