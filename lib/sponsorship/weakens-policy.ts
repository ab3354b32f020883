import type { Policy } from '../contract/policy';

/**
 * Whether the new policy would allow anything that the old one does not. If neither rule for the second person includes
 * the other, the change counts as weakening.
 */
export function weakensPolicy(before: Policy, after: Policy): boolean {
  return (
    weakensSecondPerson(before.secondPerson, after.secondPerson) ||
    (before.monthlyBudget !== null && (after.monthlyBudget === null || after.monthlyBudget > before.monthlyBudget)) ||
    (before.reasonRequired && !after.reasonRequired)
  );
}

function weakensSecondPerson(before: Policy['secondPerson'], after: Policy['secondPerson']): boolean {
  if (before.when === 'never' || after.when === 'always') return false;
  if (before.when === 'always' || after.when === 'never') return true;
  return before.when !== after.when || after.n > before.n;
}
