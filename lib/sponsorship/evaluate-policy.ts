import type { MonthBudget, Policy } from '../contract/policy';
import type { DecisionKind } from '../contract/decisions';
import { findOddStatus } from './odd-status';

export interface PolicyInput {
  kind: DecisionKind;
  /** Records in the sample, null if unknown. */
  records: number | null;
  statusKey: string | null;
  month: { confirmed: number; unknown: number; sending: number };
}

export interface PolicyResult {
  needsSecond: boolean;
  /** Shown in the queue; `explanation` is shown in the dialog. */
  short: string;
  explanation: string;
  /** Why accepting is odd in this status. It needs an explicit confirmation. */
  oddity: string | null;
  budget: 'none' | 'ok' | 'warn' | 'stop';
}

/** Rejecting costs nothing, so only acceptances are checked. */
export function evaluatePolicy(policy: Policy, facts: PolicyInput): PolicyResult {
  if (facts.kind === 'reject') {
    return {
      needsSecond: false,
      short: 'No policy on rejecting',
      explanation: 'Rejecting costs nothing.',
      oddity: null,
      budget: 'none',
    };
  }
  const used = countSpent(facts.month);
  const budget = budgetLevel(used, policy.monthlyBudget);
  const second = evaluateSecondPerson(policy, facts.records, used);
  const odd = findOddStatus(facts.statusKey);
  const oddity = odd?.explanation ?? null;
  if (budget === 'stop') {
    return {
      needsSecond: true,
      short: odd?.short ?? 'Budget used up',
      explanation: `The budget of ${policy.monthlyBudget} for this month is used up. An admin can exceed it with a reason, and a second person has to approve.`,
      oddity,
      budget,
    };
  }
  return {
    needsSecond: second.needed,
    short: odd?.short ?? second.short,
    explanation: second.explanation,
    oddity,
    budget: policy.monthlyBudget === null ? 'none' : budget,
  };
}

/** Unknown and sending count, because they may have been carried out. */
export function countSpent(month: { confirmed: number; unknown: number; sending: number }): number {
  return month.confirmed + month.unknown + month.sending;
}

export function budgetLevel(used: number, limit: number | null): MonthBudget['level'] {
  if (limit === null) return 'ok';
  if (used >= limit) return 'stop';
  return used >= 0.8 * limit ? 'warn' : 'ok';
}

function evaluateSecondPerson(
  policy: Policy,
  records: number | null,
  used: number,
): { needed: boolean; short: string; explanation: string } {
  const rule = policy.secondPerson;
  const yes = (explanation: string) => ({ needed: true, short: 'Needs a second person', explanation });
  const no = (explanation: string) => ({ needed: false, short: 'Within policy', explanation });
  switch (rule.when) {
    case 'never':
      return no('The policy requires one person.');
    case 'always':
      return yes('The policy always requires two people.');
    case 'above_month':
      return used >= rule.n
        ? yes(`The policy requires two people above ${rule.n} sponsored imports a month; this month has ${used}.`)
        : no(`The policy requires two people above ${rule.n} sponsored imports a month; this month has ${used}.`);
    case 'above_records':
      if (records === null)
        return yes(`The policy requires two people above ${rule.n} records, and the count is unknown.`);
      return records > rule.n
        ? yes(`The policy requires two people above ${rule.n} records; this sample has ${records}.`)
        : no(`The sample has ${records} records; the policy requires two people above ${rule.n}.`);
  }
}
