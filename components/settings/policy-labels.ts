import type { Policy } from '@/lib/contract/policy';

type SecondPersonRule = Policy['secondPerson']['when'];

export const policyPageLabels = {
  title: 'Sponsorship policy',
  customersPay: 'Customers buy the full migration themselves.',
  customersPayWhy: 'WHO_PAYS is set to customer, so this policy has no effect now.',
};

export const policyFormLabels = {
  inForce: (version: number) => `Version ${version} is in force`,
  whoDecides: 'Who decides',
  secondPerson: {
    never: { label: 'One person decides', hint: 'An approver decides alone.' },
    always: { label: 'Always a second person', hint: 'Another approver has to approve each acceptance.' },
    above_month: {
      label: 'A second person above a number a month',
      hint: 'One person decides until that many are sponsored in a month.',
    },
    above_records: {
      label: 'A second person above a size',
      hint: 'For samples with more records than this, or with an unknown number.',
    },
  } satisfies Record<SecondPersonRule, { label: string; hint: string }>,
  limit: { above_month: 'Sponsored imports a month', above_records: 'Records in the sample' },
  wholeNumber: 'Enter a whole number.',
  budget: 'Budget',
  budgetHint:
    'Sponsored imports a calendar month, UTC. Leave empty for no budget. At 80% approvers are warned; at 100% only an admin can exceed it, with a reason and a second person.',
  budgetPlaceholder: 'No budget',
  wholeNumberOrEmpty: 'Enter a whole number, or leave it empty.',
  reasonRequired: 'A decision needs a reason',
  reasonRequiredHint: 'Approvers cannot accept or reject without a reason.',
  queueSamples: 'A completed sample enters the queue automatically',
  queueSamplesHint: 'Otherwise only customers who requested it are in the queue.',
  save: (version: number) => `Save as version ${version}`,
  unchanged: 'No changes',
  weakerWaits: 'A change that weakens the policy takes effect when another admin confirms it, or after 24 hours.',
  replacesPending: ' Saving replaces the pending change.',
  saved: (version: number) => `Policy version ${version} is in force`,
  pending: 'The change is pending',
  pendingUntil: (at: string) => `Takes effect when another admin confirms it, or on ${at}.`,
};

export const pendingPolicyLabels = {
  section: 'Pending change',
  title: 'A change that weakens the policy is pending.',
  proposedBy: (name: string) => `Proposed by ${name} on `,
  takesEffect: '. Takes effect when another admin confirms it, or on ',
  anyAdminCancels: '. Any admin can cancel it.',
  samePerson: (name: string) => ` You cannot confirm it: your account and the account of ${name} count as one person.`,
  confirm: 'Confirm change',
  confirmed: 'The change is in force',
  notConfirmed: 'The change was not confirmed',
  cancel: 'Cancel change',
  cancelled: 'The change is cancelled',
  notCancelled: 'The change was not cancelled',
};

export const policyVersionLabels = {
  title: 'Versions',
  remark: 'Each decision keeps the version it was made under',
  table: 'Versions of the policy',
  version: 'Version',
  policy: 'Policy',
  by: 'By',
  since: 'Since',
};

export const policySummaryLabels = {
  never: 'One person decides',
  always: 'Always a second person',
  above: (rule: 'above_month' | 'above_records', n: number) =>
    `A second person above ${n} ${rule === 'above_month' ? 'a month' : 'records'}`,
  noBudget: 'No budget',
  budget: (limit: number) => `Budget of ${limit} a month`,
  reasonRequired: 'Reason required',
  reasonOptional: 'Reason optional',
  samplesQueued: 'Completed samples enter the queue',
  requestsQueued: 'Only requests enter the queue',
  now: (text: string, before: string) => `${text} (now: ${before})`,
};
