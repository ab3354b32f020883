import type { DecisionSummary } from '../contract/decisions';
import type { Claims, CustomerAction, PaymentKey, ProgressKey } from '../contract/situation';
import type { KnownStatus } from '../contract/status';

export interface SituationInput {
  /** `other` is a text beyond the nine, `none` is no status yet. */
  status: KnownStatus | 'other' | 'none' | 'gone';
  decision: DecisionSummary;
  /** The open request. `automatic` was filed when the sample completed, not by the customer. */
  request: 'none' | 'customer' | 'automatic';
  whoPays: 'partner' | 'customer';
}

/** In each list the first rule that matches wins. */
interface ProgressRule extends Pick<Claims, 'whoActs' | 'finished'> {
  progress: ProgressKey;
  when: (input: SituationInput) => boolean;
  actions: readonly CustomerAction[];
}

/** Its own list, so that only one text on a page says who pays. */
interface PaymentRule extends Pick<Claims, 'whoPays'> {
  name: string;
  payment: PaymentKey | null;
  when: (input: SituationInput) => boolean;
}

const isUndone = ({ status }: SituationInput) =>
  status === 'gone' || status === 'Undo in progress' || status === 'Migration cleaned';

/** "In preparation" means paid, too. */
const isPaid = ({ status }: SituationInput) =>
  status === 'In preparation' || status === 'Migration in progress' || status === 'Migration completed';

const isSampled = ({ status }: SituationInput) => status === 'Sample migration completed';

/** A proposal cannot be approved any more where customers pay. */
const isBeingDecided = ({ decision, whoPays }: SituationInput) =>
  (decision === 'proposed' && whoPays === 'partner') || decision === 'sending' || decision === 'unknown';

/** A refused decision without a request waits for no one. */
const waitsForDecision = (input: SituationInput) => input.request !== 'none' || isBeingDecided(input);

const customerPays = (input: SituationInput) =>
  input.decision !== 'accepted' &&
  !isBeingDecided(input) &&
  (input.whoPays === 'customer' || (input.decision === 'rejected' && input.request === 'none'));

const hasStatus = (status: SituationInput['status']) => (input: SituationInput) => input.status === status;

export const progressRules: readonly ProgressRule[] = [
  { progress: 'gone', when: hasStatus('gone'), whoActs: 'no_one', finished: false, actions: [] },
  { progress: 'undoing', when: hasStatus('Undo in progress'), whoActs: 'service', finished: false, actions: [] },
  { progress: 'undone', when: hasStatus('Migration cleaned'), whoActs: 'no_one', finished: false, actions: [] },
  {
    progress: 'completed',
    when: hasStatus('Migration completed'),
    whoActs: 'no_one',
    finished: true,
    actions: ['open_tool'],
  },
  { progress: 'running', when: hasStatus('Migration in progress'), whoActs: 'service', finished: false, actions: [] },
  { progress: 'ready', when: hasStatus('In preparation'), whoActs: 'customer', finished: false, actions: ['continue'] },
  {
    progress: 'sample_start',
    when: (input) => isSampled(input) && input.decision === 'accepted',
    whoActs: 'customer',
    finished: false,
    actions: ['continue', 'review_sample'],
  },
  {
    progress: 'sample_buy',
    when: (input) => isSampled(input) && customerPays(input),
    whoActs: 'customer',
    finished: false,
    actions: ['continue', 'review_sample'],
  },
  {
    progress: 'sample_review',
    when: (input) => isSampled(input) && waitsForDecision(input),
    whoActs: 'staff',
    finished: false,
    actions: ['review_sample'],
  },
  {
    progress: 'sample_request',
    when: isSampled,
    whoActs: 'customer',
    finished: false,
    actions: ['request', 'review_sample', 'continue'],
  },
  {
    progress: 'sample_running',
    when: hasStatus('Sample migration in progress'),
    whoActs: 'service',
    finished: false,
    actions: [],
  },
  {
    progress: 'sample_waiting',
    when: hasStatus('Waiting to start sample migration'),
    whoActs: 'customer',
    finished: false,
    actions: ['continue'],
  },
  {
    progress: 'connect',
    when: hasStatus('Collecting credentials'),
    whoActs: 'customer',
    finished: false,
    actions: ['continue'],
  },
  {
    progress: 'no_status',
    when: hasStatus('none'),
    whoActs: 'customer',
    finished: false,
    actions: ['continue'],
  },
  { progress: 'other', when: () => true, whoActs: 'customer', finished: false, actions: ['continue'] },
];

export const paymentRules: readonly PaymentRule[] = [
  { name: 'undone or gone', when: isUndone, payment: null, whoPays: 'unstated' },
  { name: 'accepted', when: ({ decision }) => decision === 'accepted', payment: 'accepted', whoPays: 'partner' },
  {
    name: 'bought',
    when: (input) => isPaid(input) && customerPays(input),
    payment: 'bought',
    whoPays: 'customer',
  },
  // The service does not report who paid.
  { name: 'paid by an unknown party', when: isPaid, payment: null, whoPays: 'unstated' },
  {
    name: 'requested and being decided',
    when: (input) => isBeingDecided(input) && input.request === 'customer',
    payment: 'requested',
    whoPays: 'undecided',
  },
  { name: 'being decided', when: isBeingDecided, payment: 'review', whoPays: 'undecided' },
  {
    name: 'rejected',
    when: (input) => customerPays(input) && input.decision === 'rejected',
    payment: 'rejected',
    whoPays: 'customer',
  },
  {
    name: 'customers pay',
    when: (input) => customerPays(input) && isSampled(input),
    payment: 'buy',
    whoPays: 'customer',
  },
  { name: 'customers pay later', when: customerPays, payment: null, whoPays: 'customer' },
  { name: 'requested', when: ({ request }) => request === 'customer', payment: 'requested', whoPays: 'undecided' },
  {
    name: 'waiting for a decision',
    when: waitsForDecision,
    payment: 'review',
    whoPays: 'undecided',
  },
  { name: 'can be requested', when: isSampled, payment: 'request', whoPays: 'undecided' },
  { name: 'too early', when: () => true, payment: null, whoPays: 'unstated' },
];
