import type { Decision } from '@/lib/contract/decisions';

// Three files, because a page loads a file as a whole: these are also on the import page, those of the queue are in
// queue-labels.ts, and those that are needed later, mostly in dialogs, in dialog-labels.ts.

export type Kind = 'accept' | 'reject';

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

export const budgetLabels = {
  sponsoredIn: (month: string) => `Sponsored in ${month}`,
  ofLimit: (limit: number) => `of ${limit}`,
  policy: 'Policy',
  segments: { confirmed: 'confirmed', unknown: 'unknown', sending: 'sending', left: 'left' },
  withoutLimit: (confirmed: number, unknown: number, sending: number) =>
    `${confirmed} confirmed, ${unknown} unknown, ${sending} sending. No budget is set.`,
  usedUp: (used: number, limit: number) => `The budget is used up: ${used} of ${limit}. Only an admin can exceed it.`,
  nearlyUsedUp: (percent: number, left: number) =>
    `${percent}% of the budget is used; ${left} ${left === 1 ? 'is' : 'are'} left this month.`,
};

const secondPersonActions = { approve: 'approve this', choose: 'choose' };

export type SecondPersonAction = keyof typeof secondPersonActions;

export const secondPeopleLabels = {
  unknown: 'A second person has to approve this.',
  none: (action: SecondPersonAction) =>
    `No one else can ${secondPersonActions[action]}. An admin has to add another approver under Settings > Staff.`,
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

/** The decision as a noun. */
export const decisionNoun = (kind: Decision['kind']) => (kind === 'reject' ? 'Rejection' : 'Acceptance');

export const decisionPanelLabels = {
  panel: 'Decision',
  customersPay: 'Customers buy the full migration at the service. There is nothing to decide.',
  approverSettles: 'An approver has to settle it with the migration service.',
  title: ({ kind, state, sends, resolution }: Decision): string => {
    const titles: Record<Decision['state'], string> = {
      proposed: `${decisionNoun(kind)} needs a second person`,
      approved: `${decisionNoun(kind)} about to be sent`,
      sending: `${decisionNoun(kind)} is being sent`,
      confirmed: kind === 'reject' ? 'Sponsorship rejected' : 'Sponsorship accepted',
      refused: sends === 0 ? `${decisionNoun(kind)} was not sent` : `${decisionNoun(kind)} refused by the service`,
      unknown: `${decisionNoun(kind)}: outcome unknown`,
      resolved: `${decisionNoun(kind)} settled: ${resolution === 'settled_done' ? 'carried out' : 'not carried out'}`,
      withdrawn: 'Sponsorship',
    };
    return titles[state];
  },
  decided: 'Decided',
  proposed: 'Proposed',
  approved: 'Approved',
  sent: 'Sent',
  sendCount: (sends: number) => (sends === 1 ? 'Once' : `${sends} times`),
  willBeSent: 'Will be sent',
  nextAttempt: 'Next attempt',
  resolvedBy: ({ state, resolution }: Decision): string => {
    if (resolution === 'send_again') return state === 'approved' ? 'Will be sent again by' : 'Sent again by';
    return state === 'withdrawn' ? 'Withdrawn' : 'Settled';
  },
  note: (text: string) => `Note to the customer: ${text}`,
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
