import { decisionSummarySchema } from '../../contract/decisions';
import type { CustomerEvent } from '../../contract/outbox';
import type { Situation } from '../../contract/situation';
import { knownStatuses } from '../../contract/status';
import { findSituation } from '../../import-detail/find-situation';
import type { SituationInput } from '../../import-detail/situation-rules';

/** An import before a change, as the trigger stored it. */
export interface StateBefore {
  status: string | null;
  decision: string;
  gone?: boolean | undefined;
}

export interface StateNow {
  status: string | null;
  /** The summary of the list, not the decision that applies. */
  decision: string;
  input: SituationInput;
  situation: Situation;
  /** The decision in effect. */
  decided: { id: string; kind: 'accept' | 'reject' | 'start_full' } | null;
  /** The open request. */
  requestId: string | null;
}

export interface FoundEvent {
  event: CustomerEvent;
  /** What the customer has to do, the decision or the request: an event is sent once for each. */
  about: string;
}

/**
 * The most important first: only that one is sent, because its text says the rest as well. Later steps of the journey
 * come before earlier ones, and a receipt comes last.
 */
const importance: readonly CustomerEvent[] = [
  'undone',
  'completed',
  'full_started',
  'rejected',
  'accepted',
  'sample_ready',
  'started',
  'action_needed',
  'request_received',
];

export function isMoreImportant(one: CustomerEvent, other: CustomerEvent): boolean {
  return importance.indexOf(one) < importance.indexOf(other);
}

/** What a change of an import means to its customer. */
export function findCustomerEvents(change: {
  /** The oldest first. Empty if the import is only new to us. */
  before: readonly StateBefore[];
  now: StateNow;
  /** The import was just started from here, or its address was just confirmed. */
  starts: boolean;
  /** It was created from here. Of any other import, the first status that we see may be old. */
  isOurs: boolean;
  /** Events that were to be reported when the service did not find the import, or that a new address may not know. */
  missed: readonly CustomerEvent[];
}): FoundEvent[] {
  const { now, starts, missed } = change;
  const isStartedWithPayment = starts && now.decided?.kind === 'start_full';
  const rank = ({ event }: FoundEvent) =>
    // It belongs to the start, and no one requested it.
    event === 'accepted' && isStartedWithPayment ? importance.length : importance.indexOf(event);
  const changed = [...findStart(starts), ...findProgress(change), ...findPayment(change.before, now)];
  const again = missed.filter((event) => !changed.some((found) => found.event === event));
  return [...changed, ...[...new Set(again)].flatMap((event) => findMissed(event, now))]
    .filter((found) => isTrue(found, now.situation))
    .sort((a, b) => rank(a) - rank(b));
}

/** Whether the message still says what the customer's page says. */
export function isTrue({ event, about }: FoundEvent, { progress, payment, claims }: Situation): boolean {
  switch (event) {
    case 'started':
      return !['gone', 'undoing', 'undone'].includes(progress);
    case 'action_needed':
      return progress === about && claims.whoActs === 'customer';
    case 'sample_ready':
      return ['sample_start', 'sample_buy', 'sample_review', 'sample_request'].includes(progress);
    case 'request_received':
      return payment === 'requested';
    case 'accepted':
    case 'rejected':
      return payment === event;
    case 'full_started':
      return progress === 'running';
    case 'completed':
      return claims.finished;
    case 'undone':
      return progress === 'undone';
  }
}

function findStart(starts: boolean): FoundEvent[] {
  return starts ? [{ event: 'started', about: '' }] : [];
}

function findMissed(event: CustomerEvent, now: StateNow): FoundEvent[] {
  if (event === 'action_needed') return [{ event, about: now.situation.progress }];
  if (['request_received', 'accepted', 'rejected'].includes(event))
    return findPaymentNow(now).filter((found) => found.event === event);
  return [{ event, about: '' }];
}

/** An import that is found again after a 404 has the same status as before, so only what was missed is reported. */
function findProgress({
  before: [oldest],
  now,
  isOurs,
}: Pick<Parameters<typeof findCustomerEvents>[0], 'before' | 'now' | 'isOurs'>): FoundEvent[] {
  if (!oldest || oldest.status === now.status || (oldest.status === null && !isOurs)) return [];
  const { progress } = now.situation;
  const found = (event: CustomerEvent): FoundEvent[] => [{ event, about: '' }];
  switch (progress) {
    case 'sample_start':
    case 'sample_buy':
    case 'sample_review':
    case 'sample_request':
      return found('sample_ready');
    case 'running':
      return found('full_started');
    case 'completed':
    case 'undone':
      return found(progress);
    case 'connect':
    case 'no_status':
      return position(oldest.status) > position(now.status) ? [{ event: 'action_needed', about: progress }] : [];
    case 'sample_waiting':
    case 'ready':
      return [{ event: 'action_needed', about: progress }];
    case 'sample_running':
    case 'undoing':
    case 'gone':
    case 'other':
      return [];
  }
}

/** -2 for a text beyond the nine, which may be anywhere. */
function position(status: string | null): number {
  const index = knownStatuses.findIndex((known) => known === status);
  return status === null ? -1 : index < 0 ? -2 : index;
}

function findPayment(before: readonly StateBefore[], now: StateNow): FoundEvent[] {
  const { payment } = now.situation;
  const changed = before.some((state) => state.decision !== now.decision && paymentBefore(state, now) !== payment);
  return changed ? findPaymentNow(now) : [];
}

function findPaymentNow(now: StateNow): FoundEvent[] {
  const { payment } = now.situation;
  if (payment === 'requested')
    return now.requestId === null ? [] : [{ event: 'request_received', about: now.requestId }];
  if (payment !== 'accepted' && payment !== 'rejected') return [];
  return now.decided === null ? [] : [{ event: payment, about: now.decided.id }];
}

const mayHaveRequest = ['asked', 'proposed', 'sending', 'unknown'];

function paymentBefore(state: StateBefore, now: StateNow): Situation['payment'] {
  const known = knownStatuses.find((status) => status === state.status);
  return findSituation({
    status: state.status === null ? 'none' : (known ?? 'other'),
    decision: decisionSummarySchema.parse(state.decision),
    request: mayHaveRequest.includes(state.decision) ? now.input.request : 'none',
    whoPays: now.input.whoPays,
  }).payment;
}
