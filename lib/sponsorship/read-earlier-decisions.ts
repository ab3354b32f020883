import type { QueueItem } from '../contract/sponsorship';
import { groupBy } from '../core/group-by';
import type { EarlierDecision } from '../store/sponsorship/sponsorship-context';

const maxEarlier = 10;

export type EarlierDecisionsOf = (item: {
  importId: string;
  username: string | null;
}) => Pick<QueueItem, 'earlier' | 'earlierYear'>;

/** The customers whose earlier decisions concern these imports: themselves and their email domains. */
export function customersOf(usernames: readonly (string | null)[]): { usernames: string[]; domains: string[] } {
  const known = [...new Set(usernames.filter((username) => username !== null))];
  return { usernames: known, domains: [...new Set(known.map(domainOf).filter((domain) => domain !== null))] };
}

export function groupEarlierDecisions(found: readonly EarlierDecision[], now: Date): EarlierDecisionsOf {
  const byUsername = groupBy(found, ({ username }) => username);
  const byDomain = groupBy(found, ({ username }) => domainOf(username));
  const yearStart = Date.UTC(now.getUTCFullYear(), 0, 1);
  return ({ importId, username }) => {
    if (username === null) return { earlier: [], earlierYear: 0 };
    const domain = domainOf(username);
    const all = (domain === null ? byUsername.get(username) : byDomain.get(domain)) ?? [];
    const others = all.filter((decision) => decision.importId !== importId);
    const isOwn = (decision: EarlierDecision) => decision.username === username;
    // Payments for the customer come first, or rejections and others of a large domain would hide them.
    const rank = (decision: EarlierDecision) => (isOwn(decision) ? (decision.kind === 'reject' ? 1 : 0) : 2);
    const listed = others.toSorted((a, b) => rank(a) - rank(b));
    return {
      earlier: listed.slice(0, maxEarlier).map((decision) => ({
        importId: decision.importId,
        username: decision.username,
        kind: decision.kind,
        state: decision.state,
        at: decision.proposedAt.toISOString(),
        sameCustomer: isOwn(decision),
      })),
      earlierYear: others.filter(({ kind, proposedAt }) => kind !== 'reject' && proposedAt.getTime() >= yearStart)
        .length,
    };
  };
}

function domainOf(username: string | null): string | null {
  const at = username?.lastIndexOf('@') ?? -1;
  return username === null || at < 0 ? null : username.slice(at);
}
