import type { Policy } from '@/lib/contract/policy';

export function policySummary(policy: Policy): string {
  const { secondPerson } = policy;
  const who =
    secondPerson.when === 'never'
      ? 'One person decides'
      : secondPerson.when === 'always'
        ? 'Always a second person'
        : secondPerson.when === 'above_month'
          ? `A second person above ${secondPerson.n} a month`
          : `A second person above ${secondPerson.n} records`;
  const budget = policy.monthlyBudget === null ? 'no budget' : `budget of ${policy.monthlyBudget} a month`;
  const reason = policy.reasonRequired ? 'reason needed' : 'reason not needed';
  const queue = policy.queueOnSampleComplete ? 'completed samples enter the queue' : 'customers ask';
  return `${who}; ${budget}; ${reason}; ${queue}.`;
}
