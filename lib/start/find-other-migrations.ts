import { createHash } from 'node:crypto';
import type { OtherMigration } from '../contract/customer-migration';
import { readState } from '../import-detail/read-state';
import type { LinkState } from '../store/imports/customer-links';
import { type HolderProof, listRelatedImports } from '../store/imports/related-imports';
import { listImportsForMessages } from '../store/outbox/customer-imports';
import { issueMigrationToken, type MigrationLink } from './customer-links';
import type { StartDeps } from './start-deps';

/**
 * The other migrations of the customer. A link opens one migration, and in open mode anyone can enter any username, so
 * the holder has to prove more than a username: see docs/security.md.
 */
export async function findOtherMigrations(
  deps: Pick<StartDeps, 'cipher' | 'clock' | 'database' | 'whoPays'>,
  given: {
    link: MigrationLink;
    row: LinkState['row'];
    username: string | null;
    /** The visitor of the open start page who started it, and the one who looks at it. */
    startedBy: string | null;
    visitorId: string | null;
  },
): Promise<OtherMigration[]> {
  const { link, row } = given;
  const { db } = deps.database;
  // As old as what proves it, so that revoking all links of the other migration covers it.
  const since = row?.createdAt ?? new Date(link.issuedAt);
  const proof = findProof(given);
  const ids = await listRelatedImports(db, { proof, importId: link.importId, since });
  if (ids.length === 0) return [];
  const found = new Map((await listImportsForMessages(db, ids)).map((record) => [record.id, record]));
  return ids.flatMap((id): OtherMigration[] => {
    const record = found.get(id);
    if (!record) return [];
    const token = issueMigrationToken(deps, id, { ...link, issuedAt: since.toISOString() });
    return [{ importId: id, token, tool: record.tool, progress: readState(deps, record).situation.progress }];
  });
}

/** The version of a page with these others on it. */
export function withOthers(version: string, others: readonly OtherMigration[]): string {
  if (others.length === 0) return version;
  const shown = others.map(({ importId, tool, progress }) => [importId, tool, progress]);
  return createHash('sha256')
    .update(JSON.stringify([version, shown]))
    .digest('hex');
}

function findProof({
  link,
  row,
  username,
  startedBy,
  visitorId,
}: Parameters<typeof findOtherMigrations>[1]): HolderProof {
  // A start link names the username; for other links of staff it is the username of their import.
  const ofLink = row === undefined ? null : (row.username ?? username);
  const isSameBrowser = visitorId !== null && startedBy === visitorId;
  return {
    email: link.provenFor ?? null,
    username: ofLink === username ? username : null,
    visitor: isSameBrowser && username !== null ? { id: visitorId, username } : null,
  };
}
