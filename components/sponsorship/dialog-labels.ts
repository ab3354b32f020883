import type { BulkItem, BulkRun } from '@/lib/contract/bulk';
import type { Decision, Resolution } from '@/lib/contract/decisions';
import { isPendingBulkItem } from '@/lib/contract/is-pending-bulk-item';
import { decisionNoun, sponsorshipLabels, type Kind } from './labels';

export const previewLabels = {
  factsName: 'Request details',
  openImport: 'Open the import',
  noStatus: 'No status reported yet',
  customer: 'Customer',
  requested: 'Requested',
  from: 'From',
  records: 'Records',
  warnings: 'Warnings',
  loadingWarnings: 'Loading the warnings',
  users: 'Users',
  policy: 'Policy',
  seen: 'Seen',
  earlier: 'Earlier decisions',
  noEarlier: 'None for this customer or their domain.',
  sameCustomer: 'Same customer',
  earlierImport: (importId: string) => `Import ${importId}`,
  sponsoredThisYear: (count: number) => `${count} sponsored this year for this customer or their domain.`,
  earlierDecision: (kind: Decision['kind'], state: Decision['state']): string => {
    const what = kind === 'start_full' ? 'Sponsored full migration' : decisionNoun(kind);
    if (state === 'unknown') return `${what}, outcome unknown`;
    if (state === 'approved') return `${what}, about to be sent`;
    if (state === 'sending') return `${what}, being sent`;
    return kind === 'reject' ? 'Rejected' : 'Sponsored';
  },
};

export const decideDialogLabels = {
  title: (kind: Kind, customer: string) => `${sponsorshipLabels.decide[kind]} for ${customer}?`,
  sentOnce: 'Sent only once. If no reply arrives, we flag it for you.',
  sandbox: 'This is a test. The service checks the call and carries nothing out.',
  consequence: (kind: Kind, customer: string, importId: string) =>
    kind === 'accept'
      ? `Your company will pay for the full migration of ${customer}, import ${importId}.`
      : `Your company will not pay for the full migration of ${customer}, import ${importId}; they can buy it from the service.`,
  secondPerson: 'A second person has to approve before anything is sent.',
  final: 'Once it is sent, you cannot undo it here.',
  decidedBefore: 'This was decided before.',
  decidedBeforeWhy: 'The service may not apply a change to a confirmed decision.',
  rejectedBefore: 'It was rejected before, so nothing is sent again. The request is closed.',
  acceptAlthough: (status: string) => `Accept sponsorship although the status is “${status}”`,
  overBudget: 'This exceeds the month’s budget.',
  overBudgetBy: (name: string) => `${name} proposed to exceed it.`,
  nearlyUsedUp: 'The budget is nearly used up.',
  usedUp: 'This month’s budget is used up.',
  usedUpSince:
    'It was used up after this was proposed. Withdraw the proposal; an admin can then propose to exceed the budget.',
  exceedBudget: 'Exceed the budget, for the reason below. A second person has to approve.',
  adminsOnly: 'Only an admin can exceed it, with a reason and a second person.',
  proposed: ' proposed ',
  you: 'You',
  approve: ' approve as the second person',
  someoneElse: 'Someone else has to approve as the second person.',
  hasChanged: 'This has changed since you opened it:',
};

export const decideFactLabels = {
  title: 'Details',
  customer: 'Customer',
  import: 'Import',
  status: 'Status',
  requested: 'Requested',
  how: 'How',
  sample: 'Sample',
  unknownRecords: 'Unknown number of records, ',
  records: ' records, ',
  warnings: (count: number) => (count === 1 ? ' warning' : ' warnings'),
  users: 'Users',
  before: 'Before',
  sponsoredBefore: (count: number) =>
    count === 0 ? 'Never sponsored' : count === 1 ? 'Sponsored once' : `Sponsored ${count} times`,
  domain: 'Domain',
  sponsoredThisYear: (count: number) => `${count} sponsored this year`,
  budget: 'Budget',
  budgetAfter: (used: number, limit: number | null) =>
    limit === null ? `${used} this month after this` : `${used} of ${limit} after this`,
};

export const reasonLabels = {
  reason: 'Reason',
  reasonHint: 'For your colleagues and the audit log.',
  note: (many: boolean) => (many ? 'Note to the customers' : 'Note to the customer'),
  noteHint: (many: boolean) => (many ? 'Shown on their migration pages.' : 'Shown on their migration page.'),
};

export const decisionToastLabels = {
  decided: (kind: Decision['kind'], customer: string) =>
    `${kind === 'reject' ? 'Rejected' : 'Accepted'} for ${customer}`,
  proposed: (customer: string) => `Proposed for ${customer}`,
  secondPerson: 'A second person has to approve it.',
  aboutToBeSent: (kind: Decision['kind']) => `${decisionNoun(kind)} about to be sent`,
  inSeconds: (customer: string, seconds: number) =>
    `${customer}, in ${seconds === 1 ? '1 second' : `${seconds} seconds`}`,
  undo: 'Undo',
  sending: (kind: Decision['kind']) => `${decisionNoun(kind)} is being sent`,
  unknown: 'Outcome unknown',
  notSent: 'Not sent',
  refused: 'Refused',
};

export const resolveLabels = {
  question: 'What did the service operator confirm?',
  options: {
    settled_done: {
      label: 'Carried out',
      hint: 'The decision arrived. Nothing is sent.',
    },
    settled_not_done: {
      label: 'Not carried out',
      hint: 'The decision never arrived. Nothing is sent.',
    },
    send_again: {
      label: 'Send again',
      hint: 'The decision never arrived. It is sent once more.',
    },
  } satisfies Record<Resolution, { label: string; hint: string }>,
  needsOther: 'You count as the last approver, so someone else has to choose “Send again” or “Not carried out”.',
  lateAnswer: (says: string) => `A reply arrived late: ${says}`,
  customersPay: 'Customers buy the full migration themselves, so it cannot be sent again.',
  sendAlthough: (oddity: string, status: string) => `${oddity} Send again although the status is “${status}”`,
  reason: 'Reason',
  reasonPlaceholder: 'Who confirmed it, and when',
  reasonMissing: 'Enter a reason first.',
  record: 'Record outcome',
  blocked: (kind: Kind) => `${sponsorshipLabels.decide[kind]} is blocked until this is settled.`,
};

export const unmatchedLabels = {
  title: 'Requests to match',
  explanation: 'Sent from our page without a link we recognise. The sender is not verified.',
  from: (tool: string | null) => ` from ${tool ?? 'an unknown tool'}`,
  lookUp: 'Look up this customer',
  importId: 'Import ID',
  match: 'Match',
  dismiss: 'Dismiss',
};

export const unidentifiedLabels = {
  title: 'May have been created and paid for',
  explanation:
    'These requests for a full migration were sent, but no reply arrived. We search for each import by the customer’s name and list it above once found. If we cannot tell which import it is, settle the outcome here, then choose the import under New import.',
  from: (tool: string) => `From ${tool}. `,
};

export const bulkLabels = {
  untitled: 'Bulk decision',
  sentOnce: 'Each decision is sent only once.',
  send: (kind: Kind, count: number, proposes: boolean) =>
    `${(proposes ? sponsorshipLabels.propose : sponsorshipLabels.decide)[kind]} for ${count}`,
  sandbox: 'This is a test. The service checks each call and carries nothing out.',
  checking: 'Checking what would be sent.',
  consequence: (kind: Kind, sends: number) => {
    if (sends === 0) return 'Nothing would be sent.';
    const who = sends === 1 ? 'one customer' : `${sends} customers`;
    return kind === 'accept'
      ? `Your company will pay for the full migration of ${who}.`
      : `Your company will not pay for the full migration of ${who}; they can buy it from the service.`;
  },
  proposals: (count: number) => ` ${count} of them ${count === 1 ? 'needs' : 'need'} approval by a second person.`,
  blocked: (count: number) => ` ${count} ${count === 1 ? 'is' : 'are'} blocked and left out.`,
  afterThis: (used: number, limit: number | null) =>
    limit === null ? `${used} sponsored this month after this.` : `${used} of ${limit} this month after this.`,
  dryRun: 'What would happen to each',
  itemName: (importId: string) => `Import ${importId}`,
  itemStates: {
    would_send: 'Would be sent',
    would_propose: 'Would be proposed to a second person',
    blocked: 'Not sent',
    held: 'About to be sent',
    waiting: 'Waiting',
    proposed: 'Proposed',
    sending: 'Sending',
    confirmed: 'Confirmed',
    refused: 'Refused',
    withdrawn: 'Withdrawn',
    unknown: 'Outcome unknown',
  } satisfies Record<BulkItem['state'], string>,
};

export const bulkRunLabels = {
  finishedNote: 'Finished.',
  runningNote: 'Continues if you close this dialog or the page.',
  close: 'Close',
  undoAll: 'Undo all not sent yet',
  loading: 'Loading',
  startedBy: (name: string) => `Started by ${name}, `,
  outcomes: 'Outcome of each',
  progress: ({ items }: BulkRun): string => {
    const finished = items.filter((item) => !isPendingBulkItem(item)).length;
    const counts = countedStates.flatMap(([state, label]) => {
      const count = items.filter((item) => item.state === state).length;
      return count === 0 ? [] : [`${count} ${label}`];
    });
    return `${finished} of ${items.length} processed${counts.length > 0 ? `: ${counts.join(', ')}` : ''}.`;
  },
};

const countedStates: readonly (readonly [BulkItem['state'], string])[] = [
  ['confirmed', 'confirmed'],
  ['proposed', 'proposed'],
  ['held', 'about to be sent'],
  ['sending', 'sending'],
  ['refused', 'refused'],
  ['unknown', 'unknown'],
  ['blocked', 'not sent'],
  ['withdrawn', 'withdrawn'],
];

export const pausedLabels = {
  title: 'Decisions are paused.',
  restoredFrom: 'This database was restored from a backup of',
  whatToDo:
    'Decisions made after that are missing here. The engineer who runs Landfall has to compare them with the migration service, then run “npm run restore -- release”.',
};
