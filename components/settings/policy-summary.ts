import type { Policy } from '@/lib/contract/policy';
import { policySummaryLabels as labels } from './policy-labels';

function describePolicy({ secondPerson, monthlyBudget, reasonRequired, queueOnSampleComplete }: Policy): string[] {
  return [
    'n' in secondPerson ? labels.above(secondPerson.when, secondPerson.n) : labels[secondPerson.when],
    monthlyBudget === null ? labels.noBudget : labels.budget(monthlyBudget),
    reasonRequired ? labels.reasonRequired : labels.reasonOptional,
    queueOnSampleComplete ? labels.samplesQueued : labels.requestsQueued,
  ];
}

export function policySummary(policy: Policy): string {
  const [first = '', ...rest] = describePolicy(policy);
  return `${[first, ...rest.map(lowerFirst)].join('; ')}.`;
}

/** What differs, such as "No budget (now: budget of 5 a month)". */
export function policyChanges(now: Policy, next: Policy): string[] {
  const current = describePolicy(now);
  return describePolicy(next).flatMap((text, index) => {
    const before = current[index] ?? '';
    return text === before ? [] : [labels.now(text, lowerFirst(before))];
  });
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
