import type { Decision } from '@/lib/contract/decisions';
import type { QueueTab } from '@/lib/contract/sponsorship';
import { decisionNoun, sponsorshipLabels, type Kind } from './labels';

export const sponsorshipPageLabels = {
  customersPay: 'Customers buy the full migration themselves',
  customersPayWhy: 'WHO_PAYS is set to customer, so there is nothing to decide. Customer pages say where to buy it.',
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
  tooMany: (max: number) => `Select at most ${max}`,
  noMatch: 'No requests match these filters',
  clearFilters: 'Clear the filters to see the whole queue.',
  emptyTitle: {
    waiting: 'No requests are waiting',
    unknown: 'No unconfirmed decisions',
    decided: 'No decisions yet',
  } satisfies Record<QueueTab, string>,
  emptyText: {
    waiting: 'Customers request the full migration on their page, or an agent records the request for them.',
    unknown: 'Decisions that got no reply from the service are listed here.',
    decided: 'Decisions are listed here once they are final.',
  } satisfies Record<QueueTab, string>,
};

export const queueFilterLabels = {
  group: 'Filters',
  searchName: 'Customer, import ID or tool',
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
  oldest: 'Oldest data:',
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

/** Who approved it or, while no one has, who proposed it. */
export const decidedBy = ({ approvedBy, proposedBy }: Decision) => approvedBy?.name ?? proposedBy?.name;

export const decisionStateLabels = {
  undecided: 'Undecided',
  /** A decision without an outcome: what it would do, whose it is, and its state. */
  open: (decision: Decision, state: string) => {
    const name = decidedBy(decision);
    return `${decisionNoun(decision.kind)}${name === undefined ? '' : ` by ${name}`}: ${state}`;
  },
  yourApproval: 'waiting for your approval',
  someoneElse: 'waiting for someone else',
  noSecondPerson: 'no second person',
  aboutToBeSent: 'about to be sent',
  nothingSent: 'Nothing has been sent yet',
  sending: 'being sent',
  unknown: 'outcome unknown',
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
  paused: 'Decisions are paused after a restore.',
  gone: 'The import is no longer available at the service.',
  proposed: (kind: Decision['kind']) =>
    `${kind === 'reject' ? 'A rejection' : 'An acceptance'} is proposed. Approve it, or withdraw it first.`,
  aboutToBeSent: 'A decision is about to be sent. Undo it first, or wait for its outcome.',
  sending: 'A decision is being sent. Wait for its outcome.',
  unknown: 'The outcome of a decision is unknown. Settle it first.',
};

const imports = (count: number) => (count === 1 ? '1 import' : `${count} imports`);

export const bulkRunListLabels = {
  list: 'Bulk decisions',
  title: (kind: Kind, count: number) => `${sponsorshipLabels.decide[kind]} for ${imports(count)}`,
  by: (name: string) => `, ${name}, `,
  over: (over: number, total: number) => `: ${over} of ${total} done`,
  finished: ': finished',
  unknown: (count: number) => `, ${count} unknown`,
  showDetails: 'Show details',
};
