import type { CustomerLink, CustomerLinks } from '../contract/customer-links';
import type { Environment } from '../contract/environment';
import { LandfallError } from '../core/errors';
import { listCustomerLinks as listRows } from '../store/imports/customer-links';
import { getImport } from '../store/imports/imports';
import { listStartLinks } from '../store/imports/start-links';
import { migrationLinkDays, type StartDeps } from './start-deps';

/** An expired start link still opens its migration for a while, so it stays in the list. */
export async function listCustomerLinks(
  deps: Pick<StartDeps, 'database' | 'clock'>,
  { environment, importId }: { environment: Environment; importId: string },
): Promise<CustomerLinks> {
  const { db } = deps.database;
  const record = await getImport(db, environment, importId);
  if (!record) throw new LandfallError('not_found');
  if (environment !== 'live') return { links: [], active: 0 };
  const now = deps.clock.now();
  const [migration, start] = await Promise.all([
    listRows(db, importId, now),
    listStartLinks(db, { importId, username: record.username }),
  ]);
  const resumeMs = migrationLinkDays * 86_400_000;
  const links: CustomerLink[] = [
    ...migration.map((row) => toLink(row, 'migration', row.lastUsedAt)),
    ...start
      .filter(({ expiresAt, importId: led }) => expiresAt.getTime() + (led === null ? 0 : resumeMs) > now.getTime())
      .map((row) => toLink(row, 'start', row.usedAt)),
  ].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  return { links, active: links.filter(({ revokedAt }) => revokedAt === null).length };
}

interface Row {
  id: string;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  revokedBy: string | null;
}

function toLink(row: Row, kind: CustomerLink['kind'], lastUsedAt: Date | null): CustomerLink {
  return {
    id: row.id,
    kind,
    createdBy: row.createdBy.slice(0, 300),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revokedBy: row.revokedBy?.slice(0, 300) ?? null,
  };
}
