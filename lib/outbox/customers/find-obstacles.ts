import type { Language } from '../../contract/languages';
import { isMailAddress, normaliseMailAddress } from '../../contract/mail-address';
import { customerEvents, customerEventSchema, type CustomerEvent } from '../../contract/outbox';
import { findErased, type FoundMarks } from '../../imports/erasures/find-erased';
import { migrationLinkDays } from '../../start/start-deps';
import type { Db } from '../../store/database/database';
import { listRevocations } from '../../store/imports/customer-links';
import { listBouncedAddresses } from '../../store/outbox/contacts';
import type { OutboxMessageRow } from '../../store/outbox/messages';
import { confirmDays } from '../contacts/contact-links';
import { resolveContacts, type ResolvedContact } from '../contacts/find-contacts';
import type { Obstacle } from '../obstacle-reasons';
import type { OutboxDeps } from '../outbox-deps';
import { isMoreImportant, isTrue } from './find-customer-events';
import { readMailSettings } from './mail-settings';
import { findLanguage, isFromRevokedLink } from './plan-messages';
import { readAllSubjects, type Subject } from './read-subjects';

type CheckedMessage = Pick<
  OutboxMessageRow,
  'id' | 'audience' | 'event' | 'environment' | 'importId' | 'importIds' | 'recipient' | 'createdAt'
>;

export interface CheckResult<T> {
  /** Why a message must not be sent any more, by its id. */
  obstacles: Map<string, Obstacle>;
  /** The others about a change of an import, with that import and the language of its customer. */
  sendable: { message: T; subject: Subject; language: Language; hasDeadLink: boolean }[];
}

type Kind = 'news' | 'confirmation' | 'links';

/** Decides as the planning of messages does, for messages that were written earlier. Only those to customers are checked. */
export async function findObstacles<T extends CheckedMessage>(
  deps: Pick<OutboxDeps, 'whoPays' | 'cipher' | 'clock'>,
  tx: Db,
  messages: readonly T[],
): Promise<CheckResult<T>> {
  const found: CheckResult<T> = { obstacles: new Map(), sendable: [] };
  const checked = messages.flatMap((message) => {
    const kind = kindOf(message);
    return kind
      ? [{ message, kind, importIds: message.importId === null ? (message.importIds ?? []) : [message.importId] }]
      : [];
  });
  if (checked.length === 0) return found;
  const ids = [...new Set(checked.flatMap(({ importIds }) => importIds))];
  const subjects = new Map((await readAllSubjects(deps, tx, ids)).map((subject) => [subject.record.id, subject]));
  const contacts = await resolveContacts(
    tx,
    checked.flatMap(({ message, importIds }) =>
      importIds.map((importId) => {
        const subject = subjects.get(importId);
        return { importId, username: subject ? subject.record.username : message.recipient };
      }),
    ),
  );
  const recipients = checked.map(({ message }) => normaliseMailAddress(message.recipient));
  const bounced = await listBouncedAddresses(tx, [...new Set(recipients)]);
  const marks = await findErased(deps, tx, { usernames: recipients, imports: ids.map(keyOf) });
  const { enabled } = await readMailSettings(tx);
  const revocations = await listRevocations(tx, ids);
  const now = deps.clock.now();
  const ofImport = ({ createdAt }: T, id: string) => {
    const subject = subjects.get(id);
    const revokedAt = [subject?.creation?.linkRevokedAt, revocations.get(id)];
    return { subject, contact: contacts.get(id), hasDeadLink: revokedAt.some((at) => at && at >= createdAt) };
  };
  for (const { message, kind, importIds } of checked) {
    const obstacle = isErased(marks, message.recipient, importIds)
      ? 'erased'
      : bounced.has(normaliseMailAddress(message.recipient))
        ? 'bounced'
        : importIds
            .map((id) => findObstacle(message, { kind, enabled, now, ...ofImport(message, id) }))
            .find((one) => one !== undefined);
    const { subject, contact, hasDeadLink } = ofImport(message, message.importId ?? '');
    if (obstacle) found.obstacles.set(message.id, obstacle);
    else if (subject && contact && kind === 'news')
      found.sendable.push({ message, subject, language: findLanguage(subject, contact), hasDeadLink });
  }
  return found;
}

const keyOf = (id: string) => ({ environment: 'live', id }) as const;

/** Also while the erasure is running: the message is deleted by a later step. */
function isErased(marks: FoundMarks | undefined, recipient: string, importIds: readonly string[]): boolean {
  if (!marks) return false;
  return Boolean(marks.ofUsername(recipient)) || importIds.some((id) => marks.ofImport(keyOf(id))?.kind === 'import');
}

function kindOf({ audience, environment, event }: CheckedMessage): Kind | undefined {
  if (audience !== 'customer' || environment !== 'live') return undefined;
  if (event === 'confirm_address') return 'confirmation';
  if (event === 'send_link') return 'links';
  return customerEventSchema.safeParse(event).success ? 'news' : undefined;
}

interface Found {
  kind: Kind;
  subject: Subject | undefined;
  contact: ResolvedContact | undefined;
  /** All links, or the start link, were revoked since the message was written. */
  hasDeadLink: boolean;
  enabled: Record<CustomerEvent, boolean>;
  now: Date;
}

/** How long the links of a message work. Those of news are made anew before it is sent. */
const linkDays = { confirmation: confirmDays, links: migrationLinkDays };

function findObstacle(message: CheckedMessage, found: Found): Obstacle | undefined {
  const { kind, subject, contact } = found;
  const address = contact?.address;
  const isAddress = isSame(address?.email, message.recipient);
  if (kind !== 'news' && found.now.getTime() - message.createdAt.getTime() >= linkDays[kind] * 86_400_000)
    return 'expired';
  if (kind === 'confirmation') {
    if (!isAddress) return 'other_address';
    if (subject?.isReplaced || (subject && address?.confirmed)) return 'untrue';
    return subject && isFromRevokedLink(subject, address) ? 'revoked' : undefined;
  }
  if (contact?.unsubscribed.includes(normaliseMailAddress(message.recipient))) return 'unsubscribed';
  // As when links are written: the username can ask for them, too.
  const isUsername = isSame(subject?.record.username, message.recipient);
  if (!(kind === 'links' && isUsername) && !(isAddress && address?.confirmed)) return 'other_address';
  if (subject && !isUsername && isFromRevokedLink(subject, address)) return 'revoked';
  if (kind === 'links') return found.hasDeadLink ? 'dead_link' : undefined;
  return findNewsObstacle(message, found);
}

const isSame = (one: string | null | undefined, other: string) =>
  typeof one === 'string' && isMailAddress(one) && normaliseMailAddress(one) === normaliseMailAddress(other);

function findNewsObstacle(
  { id, event, createdAt }: CheckedMessage,
  { subject, enabled }: Pick<Found, 'subject' | 'enabled'>,
): Obstacle | undefined {
  if (customerEvents.some((one) => one === event && !enabled[one])) return 'off';
  if (!subject) return undefined;
  if (subject.isReplaced) return 'untrue';
  const written = subject.messages.find((message) => message.id === id);
  if (!written) return undefined;
  const isNewer = subject.messages.some(
    (other) =>
      ['pending', 'sending', 'sent'].includes(other.state) &&
      other.createdAt > createdAt &&
      !isMoreImportant(written.found.event, other.found.event),
  );
  if (isNewer) return 'newer';
  return isTrue(written.found, subject.now.situation) ? undefined : 'untrue';
}
