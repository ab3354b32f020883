import { describe, expect, it } from 'vitest';
import { saveWarningRulesBodySchema, type WarningRule } from './warning-rules';
import { customerTexts, isSameRule } from './rule-texts';

const rule: WarningRule = {
  id: 'r1',
  name: 'Name',
  severity: 'info',
  kinds: ['kind'],
  texts: [],
  staff: { explanation: 'Means', fix: '' },
  customer: {},
};

describe('the rules that admins save', () => {
  const problemsOf = (rules: unknown[]) =>
    saveWarningRulesBodySchema
      .safeParse({ rules, basedOn: 0 })
      .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

  it('may be empty, and need neither a fix nor texts for customers', () => {
    expect(problemsOf([])).toEqual([]);
    expect(problemsOf([rule])).toEqual([]);
  });

  it.each([
    [{ name: '  ' }, 'rules.0.name: Enter a name'],
    [{ kinds: [] }, 'rules.0.texts: Enter a kind, or words from the text'],
    [{ texts: [' '] }, 'rules.0.texts: Lines must not be empty'],
    [{ kinds: Array(11).fill('x') }, 'rules.0.kinds: At most 10 lines'],
    [{ kinds: ['x'.repeat(101)] }, 'rules.0.kinds: At most 100 characters in a line'],
    [{ staff: { explanation: ' ', fix: '' } }, 'rules.0.staff.explanation: Enter an explanation'],
  ])('are refused with %j', (change, problem) => expect(problemsOf([{ ...rule, ...change }])).toEqual([problem]));

  it.each([
    { id: '../x' },
    { severity: 'fatal' },
    { staff: { explanation: 'x'.repeat(501), fix: '' } },
    { customer: { xx: rule.staff } },
    { customer: { en: { explanation: 7, fix: '' } } },
  ])('are refused with %j', (change) => expect(problemsOf([{ ...rule, ...change }])).not.toEqual([]));

  it('have different ids and a limit', () => {
    expect(problemsOf([rule, rule])).toEqual(['rules: Each id may occur once']);
    const many = Array.from({ length: 41 }, (_, n) => ({ ...rule, id: `r${n}` }));
    expect(problemsOf(many)).toEqual(['rules: At most 40 explanations']);
  });
});

describe('customerTexts', () => {
  const en = { explanation: 'English', fix: '' };
  const de = { explanation: 'Deutsch', fix: '' };
  it('takes the language of the reader, else English, else nothing', () => {
    expect(customerTexts({ ...rule, customer: { en, de } }, 'de')).toEqual({ ...de, language: 'de' });
    expect(customerTexts({ ...rule, customer: { en, de: { explanation: ' ', fix: 'x' } } }, 'de')).toMatchObject(en);
    expect(customerTexts({ ...rule, customer: { de } }, 'en')).toBeUndefined();
    expect(customerTexts(rule, 'de')).toBeUndefined();
  });
});

describe('isSameRule', () => {
  it('ignores the order of fields and no difference', () => {
    const { staff, ...rest } = { ...rule, customer: { en: { explanation: 'a', fix: 'b' } } };
    const reordered = { staff: { fix: staff.fix, explanation: staff.explanation }, ...rest };
    expect(isSameRule(reordered, { ...rest, staff })).toBe(true);
    expect(isSameRule({ ...rule, kinds: ['a', 'b'] }, { ...rule, kinds: ['b', 'a'] })).toBe(false);
    expect(isSameRule({ ...reordered, customer: {} }, reordered)).toBe(false);
  });
});
