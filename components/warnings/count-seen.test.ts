import { expect, test } from 'vitest';
import { countSeen, matchOfGroup, previewRule } from './count-seen';

const rule = (id: string, kinds: string[], texts: string[] = []) => ({ id, name: `Rule ${id}`, kinds, texts });
const seen = (kind: string | null, text: string, count: number) => ({ kind, text, count });

const warnings = [
  seen('large', 'Attachment a.zip too large', 30),
  seen(null, 'Row 7 of Jane Doe skipped', 3),
  seen(null, 'Row 12 of Maria Lind skipped', 4),
  seen('jane@acme.example', 'Not found', 5),
  seen('odd', 'Odd', 6),
];

test('counts what each rule explains, and the rest by kind without personal data', () => {
  const { byRule, unmatched } = countSeen([rule('a', ['large']), rule('b', [], ['too large'])], warnings);
  expect([...byRule]).toEqual([['a', 30]]);
  expect(unmatched.map(({ label, count }) => [label, count])).toEqual([
    ['Row … of … skipped', 7],
    ['Odd', 6],
    ['Not found', 5],
  ]);
});

test('a rule made for a group matches all of it', () => {
  const { unmatched } = countSeen([rule('a', ['large'])], warnings);
  const rules = unmatched.map((group, at) => ({ ...matchOfGroup(group), id: String(at) }));
  expect(JSON.stringify(rules)).not.toMatch(/jane|maria|lind/i);
  const { byRule, unmatched: left } = countSeen(rules, warnings.slice(1));
  expect(left).toEqual([]);
  expect([...byRule.values()]).toEqual([7, 5, 6]);
});

test('previews what a rule matches and which earlier rules win', () => {
  const preview = previewRule(rule('new', ['odd'], ['attachment']), [rule('a', ['large'])], warnings);
  expect(preview).toMatchObject({ total: 48, matched: 36, taken: 30, takenBy: ['Rule a'] });
  expect(preview.groups.map(({ label }) => label)).toEqual(['Large', 'Odd']);
  expect(previewRule(rule('empty', []), [], warnings)).toMatchObject({ matched: 0, taken: 0, groups: [] });
});
