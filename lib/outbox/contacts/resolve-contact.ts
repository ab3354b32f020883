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
      ? started?.contactEmail && {
          email: started.contactEmail,
          source: started.staffId === null ? ('customer' as const) : ('staff' as const),
          confirmed: false,
        }
      : row.email !== null &&
        row.source !== 'username' && { email: row.email, source: row.source, confirmed: row.confirmedAt !== null };
  const unsubscribed = row !== undefined && row.unsubscribedAt !== null;
  if (given && !isOwn(given.email)) return { ...given, unsubscribed: unsubscribed && given.confirmed };
  return own === null ? undefined : { email: own, source: 'username', confirmed: true, unsubscribed };
}

export function resolveState(address: ResolvedAddress | undefined, bounced: ReadonlySet<string>): Contact['state'] {
  if (!address) return 'none';
  if (address.unsubscribed) return 'unsubscribed';
  if (bounced.has(normaliseMailAddress(address.email))) return 'bounced';
  return address.confirmed ? 'active' : 'unconfirmed';
}

export function resolveLanguage({ row, started }: ContactFacts): Language | null {
  return languageSchema.safeParse(row?.language ?? started?.language).data ?? null;
}
