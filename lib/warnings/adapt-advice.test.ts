import { expect, test } from 'vitest';
import { languages } from '../contract/languages';
import { catalogues, messagesByLanguage } from '../messages/messages';
import { adaptAdvice } from './adapt-advice';
import { defaultRules } from './default-rules';
import { toCustomerRule } from './warning-rules';

const rules = defaultRules.map(toCustomerRule);

test('no text advises after the full migration what had to be done before it, in any language', () => {
  for (const progress of ['running', 'completed'] as const) {
    for (const rule of rules) {
      const { customer } = adaptAdvice(rule, { progress });
      for (const language of languages) {
        const before = catalogues[language].warnings.kinds[rule.id as 'missing_owner'];
        const expected = before.fixAfter ?? before.fix;
        expect(customer[language]?.fix, `${rule.id} in ${language}`).toBe(expected);
      }
    }
  }
  const late = rules.map((rule) => adaptAdvice(rule, { progress: 'completed' }).customer.en?.fix);
  expect(late.filter((fix) => /before the full/.test(fix ?? ''))).toEqual([]);
});

test('the advice stays until the full migration runs', () => {
  for (const rule of rules) expect(adaptAdvice(rule, { progress: 'sample_request' })).toEqual(rule);
});

test('a text of the partner stays as it is', () => {
  const [rule] = rules.filter(({ id }) => id === 'missing_owner');
  const own = { explanation: 'Ours', fix: 'Ask Kim.' };
  const changed = adaptAdvice(
    { ...rule, id: 'missing_owner', severity: 'check', kinds: [], texts: [], customer: { en: own } },
    { progress: 'completed' },
  );
  expect(changed.customer).toEqual({ en: own });
  expect(messagesByLanguage.en.t('warnings.kinds.missing_owner.fixAfter')).not.toBe(own.fix);
});
