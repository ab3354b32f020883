import { and, desc, eq, gt, isNull, lt, max, or, sql } from 'drizzle-orm';
import type { Db } from '../database/database';
import { isOneOf } from '../database/is-one-of';
import { customerLinks, startLinks } from '../schema/start-links';

export type CustomerLinkRow = typeof customerLinks.$inferSelect;

/** Links exist for live imports only. */
const ofImport = (importId: string) => and(eq(customerLinks.environment, 'live'), eq(customerLinks.importId, importId));

export async function insertCustomerLink(tx: Db, row: typeof customerLinks.$inferInsert): Promise<void> {
  await tx.insert(customerLinks).values(row);
}

export interface LinkState {
  /** This link is revoked, or its row is gone. */
  isRevoked: boolean;
  /** All links that were issued until then are revoked. */
  allBefore: Date | undefined;
  /** The row of the link that staff created, or of the start link. */
  row: { createdAt: Date; username: string | null } | undefined;
}

/** Rows outlive their tokens, so a missing row was deleted with the import or the customer. */
export async function readLinkState(
  db: Db,
  of: { importId: string; linkId: string | undefined; startLinkId: string | undefined },
): Promise<LinkState> {
  const isAll = and(ofImport(of.importId), eq(customerLinks.kind, 'all'));
  const noName = sql<string | null>`null::text`;
  const own = db
    .select({ kind: sql<string>`${customerLinks.kind}`, ...columnsOf(customerLinks), username: noName })
    .from(customerLinks)
    .where(of.linkId === undefined ? isAll : or(isAll, eq(customerLinks.id, of.linkId)));
  const start = db
    .select({ kind: sql<string>`'start'`, ...columnsOf(startLinks), username: sql<string | null>`username` })
    .from(startLinks)
    .where(eq(startLinks.id, of.startLinkId ?? ''));
  const rows = await (of.startLinkId === undefined ? own : own.unionAll(start));
  const link = rows.find(({ kind }) => kind === 'migration');
  const startLink = rows.find(({ kind }) => kind === 'start');
  const isEnded = (row: (typeof rows)[number] | undefined) => row === undefined || row.revokedAt !== null;
  const revocations = rows.flatMap(({ kind, revokedAt }) => (kind === 'all' && revokedAt ? [revokedAt.getTime()] : []));
  return {
    isRevoked: (of.linkId !== undefined && isEnded(link)) || (of.startLinkId !== undefined && isEnded(startLink)),
    allBefore: revocations.length === 0 ? undefined : new Date(Math.max(...revocations)),
    row: link ?? startLink,
  };
}

/** When all links of these imports were last revoked. */
export async function listRevocations(db: Db, importIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await db
    .select({ importId: customerLinks.importId, at: max(customerLinks.revokedAt) })
    .from(customerLinks)
    .where(
      and(
        eq(customerLinks.environment, 'live'),
        eq(customerLinks.kind, 'all'),
        isOneOf(customerLinks.importId, importIds),
      ),
    )
    .groupBy(customerLinks.importId);
  return new Map(rows.flatMap(({ importId, at }) => (at ? [[importId, at]] : [])));
}

const columnsOf = ({ createdAt, revokedAt }: typeof customerLinks | typeof startLinks) => ({ createdAt, revokedAt });

const useIntervalMs = 60_000;

/** At most once a minute, so that reloading a page does not write each time. */
export async function recordLinkUse(db: Db, id: string, at: Date): Promise<void> {
  const before = new Date(at.getTime() - useIntervalMs);
  await db
    .update(customerLinks)
    .set({ lastUsedAt: at, uses: sql`${customerLinks.uses} + 1` })
    .where(and(eq(customerLinks.id, id), or(isNull(customerLinks.lastUsedAt), lt(customerLinks.lastUsedAt, before))));
}

/** The newest first. Expired ones are left out. */
export async function listCustomerLinks(db: Db, importId: string, now: Date): Promise<CustomerLinkRow[]> {
  return db
    .select()
    .from(customerLinks)
    .where(and(ofImport(importId), eq(customerLinks.kind, 'migration'), gt(customerLinks.expiresAt, now)))
    .orderBy(desc(customerLinks.createdAt))
    .limit(200);
}

/** Returns how many were not revoked before. */
export async function revokeCustomerLinks(
  tx: Db,
  which: { importId: string; id?: string },
  revoked: { at: Date; by: string },
): Promise<number> {
  const rows = await tx
    .update(customerLinks)
    .set({ revokedAt: revoked.at, revokedBy: revoked.by })
    .where(
      and(
        ofImport(which.importId),
        eq(customerLinks.kind, 'migration'),
        isNull(customerLinks.revokedAt),
        which.id === undefined ? undefined : eq(customerLinks.id, which.id),
      ),
    )
    .returning({ id: customerLinks.id });
  return rows.length;
}
