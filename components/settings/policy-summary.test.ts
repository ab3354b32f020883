import { expect, it } from 'vitest';
import { defaultPolicy, type Policy } from '@/lib/contract/policy';
import { policyChanges, policySummary } from './policy-summary';

const strict: Policy = {
  secondPerson: { when: 'above_records', n: 500 },
  monthlyBudget: 5,
  reasonRequired: true,
  queueOnSampleComplete: true,
};

it('summarises a policy in one sentence', () => {
  expect(policySummary(strict)).toBe(
    'A second person above 500 records; budget of 5 a month; reason required; completed samples enter the queue.',
  );
});

it('lists only what a change would change, with the current rule', () => {
  expect(policyChanges(strict, { ...strict, monthlyBudget: null })).toEqual(['No budget (now: budget of 5 a month)']);
  expect(policyChanges(strict, { ...strict, secondPerson: { when: 'above_month', n: 500 } })).toEqual([
    'A second person above 500 a month (now: a second person above 500 records)',
  ]);
  expect(policyChanges(strict, defaultPolicy)).toHaveLength(4);
  expect(policyChanges(strict, strict)).toEqual([]);
});
