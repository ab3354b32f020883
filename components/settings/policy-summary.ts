import type { Policy } from '@/lib/contract/policy';

function describePolicy({ secondPerson, monthlyBudget, reasonRequired, queueOnSampleComplete }: Policy): string[] {
  return [
    secondPerson.when === 'never'
      ? 'One person decides'
      : secondPerson.when === 'always'
        ? 'Always a second person'
        : `A second person above ${secondPerson.n} ${secondPerson.when === 'above_month' ? 'a month' : 'records'}`,
    monthlyBudget === null ? 'No budget' : `Budget of ${monthlyBudget} a month`,
    reasonRequired ? 'Reason required' : 'Reason optional',
    queueOnSampleComplete ? 'Completed samples enter the queue' : 'Only requests enter the queue',
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
    return text === before ? [] : [`${text} (now: ${lowerFirst(before)})`];
  });
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
