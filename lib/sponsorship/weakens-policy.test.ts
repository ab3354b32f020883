import { expect, test } from 'vitest';
import type { Policy } from '../contract/policy';
import { evaluatePolicy } from './evaluate-policy';
import { weakensPolicy } from './weakens-policy';

const secondPersonRules: Policy['secondPerson'][] = [
  { when: 'never' },
  { when: 'always' },
  ...[0, 2, 5].flatMap((n) => [
    { when: 'above_month' as const, n },
    { when: 'above_records' as const, n },
  ]),
];
const policies: Policy[] = secondPersonRules.flatMap((secondPerson) =>
  [null, 0, 3, 4].flatMap((monthlyBudget) =>
    [true, false].flatMap((reasonRequired) =>
      [true, false].map((queueOnSampleComplete) => ({
        secondPerson,
        monthlyBudget,
        reasonRequired,
        queueOnSampleComplete,
      })),
    ),
  ),
);
const amounts = [0, 1, 2, 3, 4, 5, 6];
const cases = [null, ...amounts].flatMap((records) =>
  amounts.flatMap((confirmed) => ['', 'Promised'].map((reason) => ({ records, confirmed, reason }))),
);

/** For each case whether a second person, a budget override or a reason is missing when one person just accepts. */
const obstaclesOf = new Map(
  policies.map((policy) => [
    policy,
    cases.flatMap(({ records, confirmed, reason }) => {
      const month = { confirmed, unknown: 0, sending: 0 };
      const facts = { kind: 'accept', records, statusKey: null, month } as const;
      // Exceeding the budget needs a second person as well, so each rule is evaluated alone.
      const { needsSecond } = evaluatePolicy({ ...policy, monthlyBudget: null }, facts);
      const { budget } = evaluatePolicy(policy, facts);
      return [needsSecond, budget === 'stop', policy.reasonRequired && reason === ''];
    }),
  ]),
);
const isAtLeastAsStrict = (after: Policy, before: Policy) => {
  const [old, now] = [obstaclesOf.get(before) ?? [], obstaclesOf.get(after) ?? []];
  return old.every((obstacle, index) => !obstacle || now[index] === true);
};

/** "Above 0 a month" asks for two people in every case, but counts as weaker than rules it cannot be compared with. */
const isCautious = (before: Policy, after: Policy) =>
  after.secondPerson.when === 'above_month' &&
  after.secondPerson.n === 0 &&
  (before.secondPerson.when === 'always' || before.secondPerson.when === 'above_records');

test('a policy that does not weaken another is at least as strict in every case, for all pairs', () => {
  const wrong: unknown[] = [];
  for (const before of policies) {
    for (const after of policies) {
      const weakens = weakensPolicy(before, after);
      const strict = isAtLeastAsStrict(after, before);
      if (strict === weakens && !(weakens && isCautious(before, after))) wrong.push({ before, after, weakens });
    }
  }
  expect(wrong).toEqual([]);
});

const strict: Policy = {
  secondPerson: { when: 'above_month', n: 10 },
  monthlyBudget: 100,
  reasonRequired: true,
  queueOnSampleComplete: false,
};
test.each<[string, Partial<Policy>, boolean]>([
  ['the same policy', {}, false],
  ['completed samples enter the queue', { queueOnSampleComplete: true }, false],
  ['always a second person', { secondPerson: { when: 'always' } }, false],
  ['a second person from a lower number', { secondPerson: { when: 'above_month', n: 9 } }, false],
  ['a second person from a higher number', { secondPerson: { when: 'above_month', n: 11 } }, true],
  ['a second person by size instead of number', { secondPerson: { when: 'above_records', n: 0 } }, true],
  ['never a second person', { secondPerson: { when: 'never' } }, true],
  ['a lower budget', { monthlyBudget: 99 }, false],
  ['a higher budget', { monthlyBudget: 101 }, true],
  ['no budget', { monthlyBudget: null }, true],
  ['no reason', { reasonRequired: false }, true],
  ['no reason, but always a second person', { reasonRequired: false, secondPerson: { when: 'always' } }, true],
])('%s', (_name, change, weakens) => {
  expect(weakensPolicy(strict, { ...strict, ...change })).toBe(weakens);
});
