import type { BulkItem, BulkRun } from '@/lib/contract/bulk';
import type { Decision, Resolution } from '@/lib/contract/decisions';
import type { QueueTab } from '@/lib/contract/sponsorship';

type Kind = 'accept' | 'reject';

const imports = (count: number) => (count === 1 ? '1 import' : `${count} imports`);

export const sponsorshipLabels = {
  title: 'Sponsorship',
  decide: { accept: 'Accept sponsorship', reject: 'Reject sponsorship' },
  propose: { accept: 'Propose: accept sponsorship', reject: 'Propose: reject sponsorship' },
  sandbox: 'Sandbox',
  unknown: 'Unknown',
  unknownCustomer: 'Unknown customer',
  importName: (id: string) => `import ${id}`,
  quote: (text: string) => `“${text}”`,
  ctrlEnter: 'Ctrl Enter',
  enter: 'Enter',
};

export const sponsorshipPageLabels = {
  customersPay: 'Customers buy the full migration themselves',
  customersPayWhy: 'WHO_PAYS is set to customer, so there is nothing to decide. Customer pages say where to buy it.',
};

export const budgetLabels = {
  sponsoredIn: (month: string) => `Sponsored in ${month}`,
  ofLimit: (limit: number) => `of ${limit}`,
  policy: 'Policy',
  segments: { confirmed: 'confirmed', unknown: 'unknown', sending: 'sending', left: 'left' },
  withoutLimit: (confirmed: number, unknown: number, sending: number) =>
    `${confirmed} confirmed, ${unknown} unknown, ${sending} sending. No budget is set.`,
  usedUp: (used: number, limit: number) => `The budget is used up: ${used} of ${limit}. Only an admin may go over it.`,
  nearlyUsedUp: (percent: number, left: number) =>
    `${percent}% of the budget is used; ${left} ${left === 1 ? 'is' : 'are'} left this month.`,
};

export const queueHeaderLabels = {
  waiting: (count: number) => `${count} waiting`,
  longest: ', longest',
  tabList: 'Queue',
  tabs: { waiting: 'Waiting', unknown: 'Outcome unknown', decided: 'Decided' } satisfies Record<QueueTab, string>,
  announcement: (waiting: number, unknown: number) => `${waiting} waiting, ${unknown} unknown`,
  weakerPolicyFrom: 'A weaker policy takes effect on',
  reviewChange: 'Review change',
};

export const queueLabels = {
  requests: 'Requests',
  shortcuts: 'Queue',
  notNow: 'Not possible now',
  noMatch: 'No requests match these filters',
  clearFilters: 'Clear the filters to see the whole queue.',
  emptyTitle: {
    waiting: 'No requests are waiting',
    unknown: 'No unconfirmed decisions',
    decided: 'No decisions yet',
  } satisfies Record<QueueTab, string>,
  emptyText: {
    waiting: 'Customers request the full migration on their page, or an agent records the request for them.',
    unknown: 'Decisions that were sent without receiving a reply are listed here.',
    decided: 'Decisions are listed here once they are final.',
  } satisfies Record<QueueTab, string>,
};

export const queueFilterLabels = {
  group: 'Filters',
  searchName: 'Customer, import id or tool',
  searchPlaceholder: 'Customer or tool',
  clearAll: 'Clear all',
  filters: {
    you: 'Waiting for you',
    undecided: 'Undecided',
    second: 'Needs a second person',
    unverified: 'Sender not verified',
    warnings: 'With warnings',
    before: 'Sponsored before',
  },
};

export const queueTableLabels = {
  table: 'Sponsorship queue',
  selectAll: 'Select all rows',
  customer: 'Customer',
  import: 'Import',
  from: 'From',
  status: 'Status',
  since: { waiting: 'Waiting', unknown: 'Unknown for', decided: 'Decided' } satisfies Record<QueueTab, string>,
  records: 'Records',
  warnings: 'Warnings',
  users: 'Users',
  policyAndState: 'Policy and decision',
  stateAndPerson: 'Decision',
  actions: 'Decide',
  warningCount: (count: number) => (count === 1 ? 'warning' : 'warnings'),
  of: 'of',
  by: (name: string) => `by ${name}`,
  decide: { accept: 'Accept', reject: 'Reject' },
  decideFor: (customer: string) => ` sponsorship for ${customer}`,
};

export const queueFooterLabels = {
  part: (tab: QueueTab) => (tab === 'decided' ? 'The newest' : 'The longest waiting'),
  of: 'of',
  seeAll: 'See all in Imports',
  figures: 'Oldest figures seen',
  hints: {
    move: 'move',
    select: 'select',
    accept: 'accept',
    reject: 'reject',
    preview: 'preview',
    open: 'open',
    all: 'all',
  },
};

export const requestSourceLabels = {
  agent: (name: string) => `Recorded by ${name || 'an agent'}`,
  customer: 'On their migration page',
  service: 'Via the migration service',
  unverifiedPage: 'Via our page, not verified',
  sample: 'Added when the sample completed',
};

export const decisionStateLabels = {
  undecided: 'Undecided',
  yourApproval: 'Waiting for your approval',
  someoneElse: 'Waiting for someone else',
  noSecondPerson: 'No second person',
  aboutToBeSent: 'About to be sent',
  nothingSent: 'Nothing has been sent yet',
  sending: 'Sending',
  unknown: 'Outcome unknown',
  requestedAgain: 'Requested again',
  requestedAgainWhy: 'Rejected before. The customer has requested it again.',
  accepted: 'Accepted',
  rejected: 'Rejected',
  settledDone: 'Settled: carried out',
  settledNotDone: 'Settled: not carried out',
  notSent: 'Not sent',
  refused: 'Refused',
  notVerified: 'Not verified',
  notVerifiedWhy: 'The sender of the request is not verified, so it cannot be accepted in bulk.',
};

export const whyNotLabels = {
  gone: 'The import is no longer available at the service.',
  proposed: (kind: Decision['kind']) =>
    `${kind === 'reject' ? 'A rejection' : 'An acceptance'} is proposed. Approve it, or withdraw it first.`,
  aboutToBeSent: 'A decision is about to be sent. Undo it first, or wait for its outcome.',
  sending: 'A decision is being sent. Wait for its outcome.',
  unknown: 'The outcome of a decision is unknown. Settle it first.',
};

const secondPersonActions = { approve: 'approve this', choose: 'choose' };
export type SecondPersonAction = keyof typeof secondPersonActions;

export const secondPeopleLabels = {
  unknown: 'A second person has to approve this.',
  none: (action: SecondPersonAction) =>
    `No one else can ${secondPersonActions[action]}. An admin has to add another approver in Settings, Staff.`,
  more: (count: number) => `${count} more`,
  some: (names: string, action: SecondPersonAction) => `${names} can ${secondPersonActions[action]}.`,
  openStaff: 'Open Staff',
};

export const decisionActionLabels = {
  undecided: 'Undecided. An approver decides whether your company pays for the full migration.',
  sending: 'Waiting for the service’s reply.',
  notSentYet: 'Nothing has been sent yet.',
  notSentAgainYet: 'It has not been sent again yet.',
  approve: 'Approve as second person',
  withdraw: 'Withdraw',
  gone: 'The import is no longer available, so nothing can be decided.',
  adminsOnly: 'Only an admin may change a confirmed decision. The service may not apply the change.',
  adminMayReverse: 'As an admin you can send the opposite decision. The service may not apply it.',
  customerRequested: 'The customer has requested the full migration.',
  recordRequest: 'Record customer request',
};

const about = (kind: Decision['kind']) => (kind === 'reject' ? 'Rejection' : 'Acceptance');

export const decisionPanelLabels = {
  panel: 'Decision',
  customersPay: 'Customers buy the full migration at the service. There is nothing to decide.',
  approverSettles: 'An approver has to settle it with the migration service.',
  title: ({ kind, state, sends, resolution }: Decision): string => {
    const titles: Record<Decision['state'], string> = {
      proposed: `${about(kind)} needs a second person`,
      approved: `${about(kind)} about to be sent`,
      sending: `${about(kind)} is being sent`,
      confirmed: kind === 'reject' ? 'Sponsorship rejected' : 'Sponsorship accepted',
      refused: sends === 0 ? `${about(kind)} was not sent` : `${about(kind)} refused by the service`,
      unknown: 'Outcome unknown',
      resolved: `${about(kind)} settled: ${resolution === 'settled_done' ? 'carried out' : 'not carried out'}`,
      withdrawn: 'Sponsorship',
    };
    return titles[state];
  },
  decided: 'Decided',
  proposed: 'Proposed',
  approved: 'Approved',
  sent: 'Sent',
  sendCount: (sends: number) => (sends === 1 ? 'Once' : `${sends} times`),
  sends: 'Sends',
  nextTry: 'Next try',
  withdrawn: 'Withdrawn',
  settled: 'Settled',
  note: (text: string) => `Note to the customer: ${text}`,
};

export const previewLabels = {
  factsName: 'Facts about the request',
  openImport: 'Open the import',
  noStatus: 'No status reported yet',
  customer: 'Customer',
  requested: 'Requested',
  from: 'From',
  records: 'Records',
  warnings: 'Warnings',
  users: 'Users',
  policy: 'Policy',
  seen: 'Seen',
  earlier: 'Earlier decisions',
  noEarlier: 'None for this customer or their domain.',
  sameCustomer: 'Same customer',
  sponsoredThisYear: (count: number) => `${count} sponsored this year for this customer or their domain.`,
  earlierDecision: (kind: Decision['kind'], state: Decision['state']): string => {
    const what = kind === 'start_full' ? 'Sponsored full migration' : about(kind);
    if (state === 'unknown') return `${what}, outcome unknown`;
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
  acceptAlthough: (status: string) => `Accept sponsorship although the status is “${status}”`,
  overBudget: 'This goes over the month’s budget.',
  overBudgetBy: (name: string) => `${name} proposed to go over it.`,
  nearlyUsedUp: 'The budget is nearly used up.',
  usedUp: 'This month’s budget is used up.',
  usedUpSince:
    'It was used up after this was proposed. Withdraw the proposal; an admin can then propose to go over the budget.',
  goOver: 'Go over the budget, for the reason below. A second person has to approve.',
  adminsOnly: 'Only an admin may go over it, with a reason and a second person.',
  proposed: ' proposed ',
  you: 'You',
  approve: ' approve as the second person',
};

export const decideFactLabels = {
  title: 'Facts',
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
  matched: (matched: number, total: number) => `${matched} of ${total} matched`,
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
  reasonHint: 'For your colleagues and the audit.',
  note: (many: boolean) => (many ? 'Note to the customers' : 'Note to the customer'),
  noteHint: (many: boolean) => (many ? 'Shown on their migration pages.' : 'Shown on their migration page.'),
};

export const decisionToastLabels = {
  decided: (kind: Decision['kind'], customer: string) =>
    `${kind === 'reject' ? 'Rejected' : 'Accepted'} for ${customer}`,
  proposed: (customer: string) => `Proposed for ${customer}`,
  secondPerson: 'A second person has to approve it.',
  aboutToBeSent: (kind: Decision['kind']) => `${about(kind)} about to be sent`,
  inSeconds: (customer: string, seconds: number) =>
    `${customer}, in ${seconds === 1 ? '1 second' : `${seconds} seconds`}`,
  undo: 'Undo',
  sending: (kind: Decision['kind']) => `${about(kind)} is being sent`,
  unknown: 'Outcome unknown',
  notSent: 'Not sent',
  refused: 'Refused',
};

export const undoLabels = {
  undo: 'Undo',
  undoWhat: (kind: Decision['kind'], customer: string) =>
    ` the ${kind === 'reject' ? 'rejection' : 'acceptance'} for ${customer}`,
  undone: 'Undone',
  nothingSent: 'Nothing was sent.',
  stillUnknown: 'It was not sent again. The outcome is still unknown.',
  notUndone: 'Not undone',
};

export const resolveLabels = {
  question: 'What did the migration service say?',
  options: {
    settled_done: {
      label: 'Carried out',
      hint: 'The migration service confirms that it arrived. Nothing is sent.',
    },
    settled_not_done: {
      label: 'Not carried out',
      hint: 'The migration service confirms that it never arrived. Nothing is sent.',
    },
    send_again: {
      label: 'Send again',
      hint: 'The migration service confirms that it never arrived. It is sent once more.',
    },
  } satisfies Record<Resolution, { label: string; hint: string }>,
  needsOther: 'You count as the last approver, so someone else has to choose “Send again” or “Not carried out”.',
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
  importId: 'Import id',
  match: 'Match',
  dismiss: 'Dismiss',
};

export const unidentifiedLabels = {
  title: 'May have been created and paid for',
  explanation:
    'These full migrations were sent and no reply arrived. We search for each import by the customer’s name and list it above once found.',
  from: (tool: string) => `From ${tool}. `,
};

export const bulkLabels = {
  title: (kind: Kind, count: number) => `${sponsorshipLabels.decide[kind]} for ${imports(count)}`,
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
    would_send: 'would be sent',
    would_propose: 'would be proposed to a second person',
    blocked: 'not sent',
    held: 'about to be sent',
    waiting: 'waiting',
    proposed: 'proposed',
    sending: 'sending',
    confirmed: 'confirmed',
    refused: 'refused',
    withdrawn: 'withdrawn',
    unknown: 'outcome unknown',
  } satisfies Record<BulkItem['state'], string>,
};

export const bulkRunLabels = {
  list: 'Bulk decisions',
  finishedNote: 'All decided.',
  runningNote: 'Continues if you close this dialog or the page.',
  close: 'Close',
  undoAll: 'Undo all not sent yet',
  loading: 'Loading',
  startedBy: (name: string) => `Started by ${name}, `,
  outcomes: 'Outcome of each',
  progress: ({ items }: BulkRun): string => {
    const finished = items.filter(({ state }) => state !== 'waiting').length;
    const counts = countedStates.flatMap(([state, label]) => {
      const count = items.filter((item) => item.state === state).length;
      return count === 0 ? [] : [`${count} ${label}`];
    });
    return `${finished} of ${items.length} decided${counts.length > 0 ? `: ${counts.join(', ')}` : ''}.`;
  },
  by: (name: string) => `, ${name}, `,
  over: (over: number, total: number) => `: ${over} of ${total} done`,
  finished: ': finished',
  unknown: (count: number) => `, ${count} unknown`,
  showDetails: 'Show details',
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
