import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupWarnings, type GroupRule } from './group-warnings';

const large = (item: string, file: string) => ({
  kind: 'attachment_too_large',
  item,
  text: `Attachment ${file} over 20 MB, left out`,
});

test('groups warnings by kind, most frequent first, with readable titles', () => {
  const groups = groupWarnings(
    [
      { kind: 'html_trimmed', item: 'comment 7', text: 'HTML trimmed to text' },
      large('ticket 10482', 'a.zip'),
      large('ticket 10519', 'b.mov'),
    ],
    [],
  );
  expect(groups.map(({ title, itemType, warnings }) => [title, itemType, warnings.length])).toEqual([
    ['Attachment too large', 'Ticket', 2],
    ['HTML trimmed to text', 'Comment', 1],
  ]);
});

test('groups by text without a kind, and keeps texts of the service unchanged', () => {
  const groups = groupWarnings(
    [
      { kind: null, item: null, text: 'Could not be read' },
      { kind: null, item: null, text: 'Could not be read' },
      { kind: 'Author missing!', item: '12', text: 'a' },
      { kind: 'Author missing!', item: '13', text: 'b' },
    ],
    [],
  );
  expect(groups.map(({ title, itemType }) => [title, itemType])).toEqual([
    ['Author missing!', null],
    ['Could not be read', null],
  ]);
});

test('searches kind, item and text for all words', () => {
  const all = [large('ticket 10482', 'a.zip'), large('ticket 10519', 'b.mov')];
  expect(groupWarnings(all, [], { search: '10519 MOV' })[0]?.warnings).toHaveLength(1);
  expect(groupWarnings(all, [], { search: 'too large' })[0]?.warnings).toHaveLength(2);
  expect(groupWarnings(all, [], { search: 'nothing' })).toEqual([]);
});

test('groups texts without a kind that differ only in names and numbers', () => {
  const texts = ['Custom field "VAT number" has no match', 'Custom field "Tier 2" has no match'];
  const [group, ...others] = groupWarnings(
    texts.map((text) => ({ kind: null, item: null, text })),
    [],
  );
  expect(group).toMatchObject({ title: 'Custom field … has no match', warnings: [{}, {}] });
  expect(others).toEqual([]);
});

const rules = [
  { id: 'vat', severity: 'action', kinds: [], texts: ['vat'] },
  { id: 'field', severity: 'info', kinds: ['field_without_match'], texts: [] },
] as const satisfies GroupRule[];

test('explains each group by one rule, the most urgent first, and splits a kind that two rules explain', () => {
  const field = (name: string) => ({ kind: 'field_without_match', item: null, text: `Field "${name}" has no match` });
  const groups = groupWarnings(
    [field('Tier'), field('Tier'), field('VAT'), { kind: null, item: null, text: 'Something else' }],
    rules,
  );
  expect(groups.map(({ rule, warnings }) => [rule?.id, warnings.length])).toEqual([
    ['vat', 1],
    [undefined, 1],
    ['field', 2],
  ]);
});

test('makes one group of all warnings of a rule where that is wanted', () => {
  const of = (item: string, text: string) => ({ kind: null, item, text });
  const warnings = [of('deal 1', 'VAT missing'), of('contact 2', 'No VAT at all'), of('deal 3', 'Other')];
  const groups = groupWarnings(warnings, rules, { byRule: (rule) => rule.id === 'vat' });
  expect(groups.map((group) => group.warnings.length)).toEqual([2, 1]);
});

test('contains every warning exactly once', () => {
  const warning = fc.record({
    kind: fc.option(fc.string({ maxLength: 6 })),
    item: fc.option(fc.string({ maxLength: 12 })),
    text: fc.string({ maxLength: 12 }),
  });
  fc.assert(
    fc.property(fc.array(warning, { maxLength: 30 }), (warnings) => {
      const grouped = groupWarnings(warnings, rules).flatMap((group) => group.warnings);
      expect(grouped).toHaveLength(warnings.length);
      expect(new Set(grouped)).toEqual(new Set(warnings));
    }),
    { numRuns: 200 },
  );
});
