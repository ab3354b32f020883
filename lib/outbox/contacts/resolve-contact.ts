import type { Contact } from '../../contract/contacts';
import { isMailAddress, normaliseMailAddress } from '../../contract/mail-address';
import type { Language } from '../../contract/languages';
import { languageSchema } from '../../contract/start';
import type { ContactRow, StartedContact } from '../../store/outbox/contacts';

export interface ContactFacts {
  username: string | null;
  row: ContactRow | undefined;
  started: StartedContact | undefined;
}

export interface ResolvedAddress {
  email: string;
  source: NonNullable<Contact['source']>;
  confirmed: boolean;
  unsubscribed: boolean;
}

/** A row wins over what was entered at the start, and that over the username. Undefined if no address is known. */
export function resolveAddress({ username, row, started }: ContactFacts): ResolvedAddress | undefined {
  const own = username !== null && isMailAddress(username) ? username : null;
  const isOwn = (email: string) => own !== null && normaliseMailAddress(own) === normaliseMailAddress(email);
  // A row of the username names the address too, so that it is found for other imports if it bounces.
  const given =
    row === undefined
      ? started?.contactEmail && { email: started.contactEmail, source: started.source, confirmed: false }
      : row.email !== null &&
        row.source !== 'username' && { email: row.email, source: row.source, confirmed: row.confirmedAt !== null };
  const address =
    given && !isOwn(given.email)
      ? given
      : own === null
        ? undefined
        : { email: own, source: 'username' as const, confirmed: true };
  if (!address) return undefined;
  const unsubscribed = listUnsubscribed({ username, row }).includes(normaliseMailAddress(address.email));
  return { ...address, unsubscribed };
}

/** The addresses that want no e-mails about this import. */
export function listUnsubscribed({ username, row }: Pick<ContactFacts, 'username' | 'row'>): string[] {
  if (!row || row.unsubscribedAt === null) return [];
  if (row.unsubscribedEmails.length > 0) return row.unsubscribedEmails;
  const used = row.source !== 'username' && row.confirmedAt !== null ? row.email : username;
  return used === null ? [] : [normaliseMailAddress(used)];
}

/** What to store when this address, too, wants no e-mails. */
export function addUnsubscribed(facts: ContactFacts, email: string, at: Date): Unsubscribed {
  return { unsubscribedEmails: [...listOthers(facts, email), normaliseMailAddress(email)], unsubscribedAt: at };
}

/** What to store when this address wants e-mails again. */
export function removeUnsubscribed(facts: ContactFacts, email: string): Unsubscribed {
  const others = listOthers(facts, email);
  return {
    unsubscribedEmails: others,
    unsubscribedAt: others.length === 0 ? null : (facts.row?.unsubscribedAt ?? null),
  };
}

type Unsubscribed = Pick<ContactRow, 'unsubscribedEmails' | 'unsubscribedAt'>;

const listOthers = (facts: ContactFacts, email: string) =>
  listUnsubscribed(facts).filter((one) => one !== normaliseMailAddress(email));

export function resolveState(address: ResolvedAddress | undefined, bounced: ReadonlySet<string>): Contact['state'] {
  if (!address) return 'none';
  if (address.unsubscribed) return 'unsubscribed';
  if (bounced.has(normaliseMailAddress(address.email))) return 'bounced';
  return address.confirmed ? 'active' : 'unconfirmed';
}

export function resolveLanguage({ row, started }: ContactFacts): Language | null {
  return languageSchema.safeParse(row?.language ?? started?.language).data ?? null;
}
