import { and, gt, isNotNull, isNull, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Db } from '../database/database';
import { accountLinks } from '../schema/staff';

/** How long an admin who was shown an account's link counts as one person with that account. */
const samePersonMs = 7 * 24 * 3_600_000;

export interface SharedLink {
  staffId: string;
  shownToId: string;
  /** When the two accounts count as two people again, unless another admin confirms it before. */
  until: Date;
}

/** Links that an admin was shown within the last seven days and that no other admin has confirmed. */
export async function listSharedLinks(db: Db, now: Date): Promise<SharedLink[]> {
  const { staffId, shownToId, createdAt } = accountLinks;
  return toSharedLinks(
    await db
      .select({ staffId, shownToId, createdAt })
      .from(accountLinks)
      .where(isSharedLink(sharedSince(now))),
  );
}

export function sharedSince(now: Date): Date {
  return new Date(now.getTime() - samePersonMs);
}

export function isSharedLink(since: Date | SQLWrapper): SQL | undefined {
  const { shownToId, createdAt, confirmedAt } = accountLinks;
  return and(gt(createdAt, since), isNull(confirmedAt), isNotNull(shownToId));
}

export function toSharedLinks(
  rows: readonly { staffId: string; shownToId: string | null; createdAt: Date }[],
): SharedLink[] {
  return rows.flatMap(({ staffId, shownToId, createdAt }) =>
    shownToId === null ? [] : [{ staffId, shownToId, until: new Date(createdAt.getTime() + samePersonMs) }],
  );
}

/** Follows the links in both directions, so two accounts whose links one admin saw belong together. */
export function connectedAccounts(
  links: readonly Pick<SharedLink, 'staffId' | 'shownToId'>[],
  staffId: string,
): ReadonlySet<string> {
  const found = new Set([staffId]);
  // A set visits what is added while it is iterated.
  for (const id of found) {
    for (const link of links) {
      if (link.staffId === id) found.add(link.shownToId);
      if (link.shownToId === id) found.add(link.staffId);
    }
  }
  return found;
}

/** Ids of the accounts that count as one person with this account, itself included. */
export async function findSamePerson(db: Db, staffId: string, now: Date): Promise<ReadonlySet<string>> {
  return connectedAccounts(await listSharedLinks(db, now), staffId);
}
