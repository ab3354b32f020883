import { isUnavailable } from '../imports/creation/may-start-again';
import { type LinkState, readLinkState, recordLinkUse } from '../store/imports/customer-links';
import { getImport, type ImportRecord } from '../store/imports/imports';
import { type MigrationLink, readMigrationToken, type TokenResult } from './customer-links';
import type { StartDeps } from './start-deps';

type Deps = Pick<StartDeps, 'cipher' | 'clock' | 'database' | 'log'>;
type OpenedLink = TokenResult<MigrationLink> & { row?: LinkState['row'] };

/** To the customer a revoked link does not work. */
export async function openMigrationLink(deps: Deps, token: string): Promise<OpenedLink> {
  const opened = await checkMigrationLink(deps, token);
  if (opened.ok && opened.link.linkId !== undefined) {
    // A page that can be read is shown even if this cannot be written.
    await recordLinkUse(deps.database.db, opened.link.linkId, deps.clock.now()).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the use of a customer link was not recorded'),
    );
  }
  return opened;
}

/** Null if it does not work, or if the import was deleted or is no longer available. */
export async function openCurrentMigration(
  deps: Deps,
  token: string,
): Promise<{ link: MigrationLink; record: ImportRecord } | null> {
  const opened = await openMigrationLink(deps, token);
  const record = opened.ok ? await getImport(deps.database.db, 'live', opened.link.importId) : undefined;
  return opened.ok && record && !isUnavailable(record) ? { link: opened.link, record } : null;
}

/** `openMigrationLink` without recording the use, in one statement. */
export async function checkMigrationLink(deps: Omit<Deps, 'log'>, token: string): Promise<OpenedLink> {
  const opened = readMigrationToken(deps, token);
  if (!opened.ok) return opened;
  const { importId, linkId, startLinkId, issuedAt } = opened.link;
  const { isRevoked, allBefore, row } = await readLinkState(deps.database.db, { importId, linkId, startLinkId });
  if (isRevoked || (allBefore !== undefined && new Date(issuedAt) <= allBefore)) return { ok: false, reason: 'broken' };
  return { ...opened, row };
}
