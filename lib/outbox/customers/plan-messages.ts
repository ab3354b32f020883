import { customerEvents, type CustomerEvent } from '../../contract/outbox';
import type { Language } from '../../contract/languages';
import { languageSchema } from '../../contract/start';
import { isWithdrawn, type CustomerMessage } from '../../store/outbox/customer-imports';
import type { FoundContact } from '../contacts/find-contacts';
import type { ResolvedAddress } from '../contacts/resolve-contact';
import { obstacleReasons } from '../obstacle-reasons';
import { findCustomerEvents, isMoreImportant, isTrue } from './find-customer-events';
import { createKeys } from './message-keys';
import type { ImportChange } from './read-changes';
import type { Subject } from './read-subjects';

/** An import that staff look up later must not write to its customer about the past. */
const startedWithinMs = 86_400_000;

/** They may have happened while an address waited for confirmation, and then none is stored. */
const milestones = customerEvents.filter((event) => isMoreImportant(event, 'started'));

/** Shown to staff. */
const includedReason = 'Included in another message.';
const goneReason = 'The migration was not available.';

interface KeyedEvent {
  event: CustomerEvent;
  key: string;
  /** It was reported, but maybe not to the address that was just confirmed. */
  repeats?: boolean;
}

export interface Plan {
  subject: Subject;
  /** At most one message per change. */
  send: (KeyedEvent & { email: string; language: Language }) | undefined;
  /** Stored too, so that each event is reported once and staff see why it was not sent. */
  skip: (KeyedEvent & { recipient: string; reason: string })[];
}

type PendingMessage = Subject['messages'][number];

/** Messages that were not sent yet and would contradict the customer's page now. */
export function listOutdated({ messages, now }: Subject): PendingMessage[] {
  return messages.filter(({ state, found }) => state === 'pending' && !isTrue(found, now.situation));
}

/**
 * What the change means and was not reported yet, the most important first. Of an import that is gone, what it would mean
 * otherwise: the service may find it again, and then it is reported.
 */
export function listUnreported(subject: Subject, change: ImportChange, now: Date): KeyedEvent[] {
  const { creation } = subject;
  const startedLately =
    change.isNew && creation !== undefined && now.getTime() - creation.answeredAt.getTime() < startedWithinMs;
  const outdated = new Set(listOutdated(subject).filter(({ mayHaveArrived }) => !mayHaveArrived));
  const reported = new Set(subject.messages.filter((message) => !outdated.has(message)).map(({ key }) => key));
  const keyOf = createKeys(subject.record.id, reported);
  const isFoundAgain = !subject.record.gone && change.before.some(({ gone }) => gone);
  return findCustomerEvents({
    before: change.before,
    now: subject.ifPresent,
    starts: startedLately || change.isConfirmed,
    isOurs: creation !== undefined,
    missed: [
      ...(change.isConfirmed ? milestones : []),
      ...subject.messages
        .filter((message) => change.isConfirmed || (isFoundAgain && isWithdrawn(message)))
        .map(({ found }) => found.event),
    ],
  }).flatMap((found) => {
    const key = keyOf(found);
    const { event } = found;
    if (key === undefined) return [];
    if (!reported.has(key)) return [{ event, key }];
    return change.isConfirmed ? [{ event, key: nextKey(key, reported), repeats: true }] : [];
  });
}

export function planMessages(
  subject: Subject,
  given: { events: readonly KeyedEvent[]; contact: FoundContact; enabled: Record<CustomerEvent, boolean> },
): Plan {
  const { contact, enabled } = given;
  const events = given.events.filter(({ event, repeats }) => !repeats || !wasWrittenTo(subject, contact, event));
  if ('problem' in contact) {
    // Without an address there is nothing to report, and an address may still be confirmed.
    if (contact.problem === 'none' || contact.problem === 'unconfirmed') return { subject, send: undefined, skip: [] };
    return skipAll(subject, events, { recipient: '', reason: obstacleReasons[contact.problem] });
  }
  const { email } = contact;
  if (isFromRevokedLink(subject, contact)) {
    return skipAll(subject, events, { recipient: email, reason: obstacleReasons.revoked });
  }
  if (subject.now.situation.progress === 'gone')
    return skipAll(subject, events, { recipient: email, reason: goneReason });
  const first = events.find(({ event }) => enabled[event]);
  const chosen = first && !saysTheRest(subject, { email, event: first.event, enabled }) ? first : undefined;
  return {
    subject,
    send: chosen && { event: chosen.event, key: chosen.key, email, language: findLanguage(subject, contact) },
    skip: events
      .filter((event) => event !== chosen)
      .map(({ event, key }) => ({
        event,
        key,
        recipient: email,
        reason: enabled[event] ? includedReason : obstacleReasons.off,
      })),
  };
}

function nextKey(key: string, existing: ReadonlySet<string>): string {
  let nr = 1;
  while (existing.has(`${key}:${nr}`)) nr += 1;
  return `${key}:${nr}`;
}

/** Also if the customer cannot be written to. */
function wasWrittenTo({ messages }: Subject, contact: FoundContact, event: CustomerEvent): boolean {
  if ('problem' in contact) return true;
  return messages.some(
    (message) => message.event === event && !wasMissed(message) && isSameAddress(contact.email, message.recipient),
  );
}

function wasMissed(message: CustomerMessage): boolean {
  const { state, reason, mayHaveArrived } = message;
  const { other_address, unsubscribed } = obstacleReasons;
  const wasTakenBack = state === 'skipped' && [other_address, unsubscribed].includes(reason) && !mayHaveArrived;
  return wasTakenBack || wasNotAccepted(message);
}

/** The address did not accept it, or not one before it. */
export function wasNotAccepted({ state, reason }: Pick<CustomerMessage, 'state' | 'reason'>): boolean {
  return state === 'failed' || (state === 'skipped' && reason === obstacleReasons.bounced);
}

/** Who was given that link may have entered the address, too, unless staff did. */
export function isFromRevokedLink(
  { creation }: Subject,
  address: Pick<ResolvedAddress, 'source'> | undefined,
): boolean {
  return Boolean(creation?.linkRevokedAt) && address?.source === 'customer';
}

/** A message that waits is rendered again before it is sent, so a more important one says this as well. */
function saysTheRest(
  subject: Subject,
  given: { email: string; event: CustomerEvent; enabled: Record<CustomerEvent, boolean> },
): boolean {
  return listWaiting(subject, given.email).some(
    ({ found }) =>
      isMoreImportant(found.event, given.event) && isTrue(found, subject.now.situation) && given.enabled[found.event],
  );
}

/** Messages to the same address that this one makes superfluous. */
export function listReplaced({ subject, send }: Plan): PendingMessage[] {
  return send ? listWaiting(subject, send.email) : [];
}

function listWaiting({ messages }: Subject, email: string): PendingMessage[] {
  return messages.filter(({ state, recipient }) => state === 'pending' && recipient === email);
}

function skipAll(subject: Subject, events: readonly KeyedEvent[], why: { recipient: string; reason: string }): Plan {
  return { subject, send: undefined, skip: events.map(({ event, key }) => ({ event, key, ...why })) };
}

export function findLanguage({ creation }: Subject, { language }: { language: Language | null }): Language {
  return language ?? languageSchema.safeParse(creation?.language ?? creation?.linkLanguage).data ?? 'en';
}

function isSameAddress(one: string, other: string | null): boolean {
  return one.toLowerCase() === other?.trim().toLowerCase();
}
