import { describe, expect, it } from 'vitest';
import { createWarningMatcher } from '../contract/match-warning';
import { languages } from '../contract/languages';
import { customerTexts } from '../contract/rule-texts';
import { warningRuleSchema } from '../contract/warning-rules';
import { defaultRules } from './default-rules';

const idOf = (kind: string | null, text: string) => createWarningMatcher(defaultRules)({ kind, text })?.id;

describe('the default rules', () => {
  it.each(defaultRules)('$id is valid and has texts for staff and for customers in every language', (rule) => {
    expect(warningRuleSchema.parse(rule)).toEqual(rule);
    expect(rule.staff.fix).not.toBe('');
    for (const language of languages) {
      const texts = customerTexts(rule, language);
      expect(texts).toMatchObject({ language });
      expect(texts?.fix).not.toBe('');
    }
  });

  it.each([
    ['Custom field "VAT number" has no match', 'field_without_match'],
    ['The field "Tier" is not mapped', 'field_without_match'],
    ['E-mail address is not valid, kept as a note', 'invalid_email'],
    ['Invalid email: x@', 'invalid_email'],
    ['Attachment hull-survey.zip over 20 MB, left out', 'attachment_too_large'],
    ['Attachment too large', 'attachment_too_large'],
    ['Duplicate by domain, merged into the older record', 'duplicate'],
    ['Owner d.osei not found, filed under the account owner', 'missing_owner'],
    ['Assignee k.lund not found, left unassigned', 'missing_owner'],
    ['Text truncated after 32,000 characters', 'truncated_text'],
    ['HTML trimmed to text', 'truncated_text'],
    ['Unsupported type: poll', 'unsupported_type'],
    ['Macro has no counterpart, flattened to text', 'unsupported_type'],
    ['Permission denied while reading ticket 12', 'permission'],
    ['Depends on a task outside the migration, link left out', undefined],
    ['Something else happened', undefined],
  ])('explain “%s” by its text', (text, id) => expect(idOf(null, text)).toBe(id));

  it('explain a kind whatever its text is', () => {
    for (const { id } of defaultRules) expect(idOf(id, '長い文')).toBe(id);
  });
});
