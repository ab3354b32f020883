import type { Environment } from '../contract/environment';
import type { QueueItem } from '../contract/sponsorship';
import { groupBy } from '../core/group-by';
import type { Db } from '../store/database/database';
import { listEarlierDecisions } from '../store/sponsorship/decisions';

const maxEarlier = 10;

export type EarlierDecisionsOf = (item: {
  importId: string;
  username: string | null;
}) => Pick<QueueItem, 'earlier' | 'earlierYear'>;

/** Earlier decisions for the same customers and their email domains, read once for the whole queue. */
export async function readEarlierDecisions(
  db: Db,
  input: { environment: Environment; usernames: readonly (string | null)[]; now: Date },
): Promise<EarlierDecisionsOf> {
  const usernames = [...new Set(input.usernames.filter((username) => username !== null))];
  const domains = [...new Set(usernames.map(domainOf).filter((domain) => domain !== null))];
  const found = await listEarlierDecisions(db, { environment: input.environment, usernames, domains });
  const byUsername = groupBy(found, ({ username }) => username);
  const byDomain = groupBy(found, ({ username }) => domainOf(username));
  const yearStart = Date.UTC(input.now.getUTCFullYear(), 0, 1);
  return ({ importId, username }) => {
    if (username === null) return { earlier: [], earlierYear: 0 };
    const domain = domainOf(username);
    const all = (domain === null ? byUsername.get(username) : byDomain.get(domain)) ?? [];
    const others = all.filter((decision) => decision.importId !== importId);
    return {
      earlier: others.slice(0, maxEarlier).map((decision) => ({
        importId: decision.importId,
        username: decision.username,
        kind: decision.kind,
        state: decision.state,
        at: decision.proposedAt.toISOString(),
        sameCustomer: decision.username === username,
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
