import { normaliseMailAddress } from '../../contract/mail-address';
import { customerEventSchema } from '../../contract/outbox';
import type { Db } from '../../store/database/database';
import type { OutboxMessageRow } from '../../store/outbox/messages';
import { findContacts, type FoundContact } from '../contacts/find-contacts';
import type { OutboxDeps } from '../outbox-deps';
import { isTrue } from './find-customer-events';
import { isFromRevokedLink } from './plan-messages';
import { readAllSubjects, type Subject } from './read-subjects';

export type Obstacle = 'unsubscribed' | 'bounced' | 'other_address' | 'revoked' | 'newer' | 'untrue';

type CheckedMessage = Pick<
  OutboxMessageRow,
  'id' | 'audience' | 'event' | 'environment' | 'importId' | 'recipient' | 'createdAt'
>;

export interface CheckResult<T> {
  /** By the id of the message: why it must not be sent any more. */
  obstacles: Map<string, Obstacle>;
  /** The others, with their import. */
  sendable: { message: T; subject: Subject }[];
}

/** Decides as the planning of messages does, for messages that were written earlier. Only those to customers are checked. */
export async function findObstacles<T extends CheckedMessage>(
  deps: Pick<OutboxDeps, 'whoPays'>,
  tx: Db,
  messages: readonly T[],
): Promise<CheckResult<T>> {
  const found: CheckResult<T> = { obstacles: new Map(), sendable: [] };
  const checked = messages.flatMap((message) => {
    const { audience, environment, importId, event } = message;
    const isAboutImport =
      audience === 'customer' && environment === 'live' && customerEventSchema.safeParse(event).success;
    return isAboutImport && importId !== null ? [{ message, importId }] : [];
  });
  if (checked.length === 0) return found;
  const ids = [...new Set(checked.map(({ importId }) => importId))];
  const subjects = new Map((await readAllSubjects(deps, tx, ids)).map((subject) => [subject.record.id, subject]));
  const contacts = await findContacts(
    tx,
    checked.map(({ message, importId }) => {
      const subject = subjects.get(importId);
      return { importId, username: subject ? subject.record.username : message.recipient };
    }),
  );
  for (const { message, importId } of checked) {
    const subject = subjects.get(importId);
    const obstacle =
      findContactObstacle(message, contacts.get(importId), subject) ?? findNewsObstacle(message, subject);
    if (obstacle) found.obstacles.set(message.id, obstacle);
    else if (subject) found.sendable.push({ message, subject });
  }
  return found;
}

function findContactObstacle(
  { recipient }: CheckedMessage,
  contact: FoundContact | undefined,
  subject: Subject | undefined,
): Obstacle | undefined {
  if (!contact || 'problem' in contact) {
    const problem = contact?.problem;
    return problem === 'unsubscribed' || problem === 'bounced' ? problem : 'other_address';
  }
  if (normaliseMailAddress(contact.email) !== normaliseMailAddress(recipient)) return 'other_address';
  return subject && isFromRevokedLink(subject, recipient) ? 'revoked' : undefined;
}

function findNewsObstacle({ id, createdAt }: CheckedMessage, subject: Subject | undefined): Obstacle | undefined {
  if (!subject) return undefined;
  if (subject.isReplaced) return 'untrue';
  const isNewer = subject.messages.some(
    (other) => ['pending', 'sending', 'sent'].includes(other.state) && other.createdAt > createdAt,
  );
  if (isNewer) return 'newer';
  const written = subject.messages.find((message) => message.id === id);
  return written && !isTrue(written.found, subject.now.situation) ? 'untrue' : undefined;
}
