import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultPolicy, type Policy } from '../contract/policy';
import { budgetLevel, evaluatePolicy } from './evaluate-policy';

const month = { confirmed: 10, unknown: 2, sending: 1 };
const policy = (change: Partial<Policy>): Policy => ({ ...defaultPolicy, ...change });

describe('evaluatePolicy', () => {
  test('requires a second person when the number of records is unknown', () => {
    const policyResult = evaluatePolicy(policy({ secondPerson: { when: 'above_records', n: 400 } }), {
      kind: 'accept',
      records: null,
      statusKey: null,
      month,
    });
    expect(policyResult.needsSecond).toBe(true);
    expect(policyResult.explanation).toContain('the count is unknown');
  });

  test('requires a second person above the given number of records, not at it', () => {
    const rule = policy({ secondPerson: { when: 'above_records', n: 400 } });
    expect(evaluatePolicy(rule, { kind: 'accept', records: 400, statusKey: null, month }).needsSecond).toBe(false);
    expect(evaluatePolicy(rule, { kind: 'accept', records: 401, statusKey: null, month }).needsSecond).toBe(true);
  });

  test('counts unknown and sending as spent', () => {
    const rule = policy({ secondPerson: { when: 'above_month', n: 13 } });
    expect(evaluatePolicy(rule, { kind: 'accept', records: 1, statusKey: null, month }).needsSecond).toBe(true);
    expect(
      evaluatePolicy(policy({ monthlyBudget: 13 }), { kind: 'accept', records: 1, statusKey: null, month }).budget,
    ).toBe('stop');
    expect(
      evaluatePolicy(policy({ monthlyBudget: 14 }), { kind: 'accept', records: 1, statusKey: null, month }).budget,
    ).toBe('warn');
  });

  test('never blocks a rejection', () => {
    const strict = policy({ secondPerson: { when: 'always' }, monthlyBudget: 0 });
    const policyResult = evaluatePolicy(strict, { kind: 'reject', records: null, statusKey: null, month });
    expect(policyResult).toMatchObject({ needsSecond: false, budget: 'none' });
  });

  test('warns from 80% of the budget and stops at 100%', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 500 }), (used, limit) => {
        const level = budgetLevel(used, limit);
        expect(level).toBe(used >= limit ? 'stop' : used / limit >= 0.8 ? 'warn' : 'ok');
      }),
    );
  });
});
