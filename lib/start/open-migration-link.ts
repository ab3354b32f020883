import { findRevocation, recordLinkUse } from '../store/imports/customer-links';
import { getStartLink } from '../store/imports/start-links';
import { type MigrationLink, readMigrationToken, type TokenResult } from './customer-links';
import type { StartDeps } from './start-deps';

/** To the customer a revoked link is one that does not work. */
export async function openMigrationLink(
  deps: Pick<StartDeps, 'cipher' | 'clock' | 'database' | 'log'>,
  token: string,
): Promise<TokenResult<MigrationLink>> {
  const opened = readMigrationToken(deps, token);
  if (!opened.ok) return opened;
  const { link } = opened;
  const { db } = deps.database;
  const [revocation, startLink] = await Promise.all([
    findRevocation(db, { importId: link.importId, linkId: link.linkId }),
    link.startLinkId === undefined ? null : getStartLink(db, link.startLinkId),
  ]);
  const isRevoked =
    revocation.link ||
    (revocation.allBefore !== undefined && new Date(link.issuedAt) <= revocation.allBefore) ||
    // Rows outlive their tokens, so one that is gone was deleted with the import or the customer.
    (startLink !== null && startLink?.revokedAt !== null);
  if (isRevoked) return { ok: false, reason: 'broken' };
  if (link.linkId !== undefined) {
    // A page that can be read is shown even if this cannot be written.
    await recordLinkUse(db, link.linkId, deps.clock.now()).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the use of a customer link was not recorded'),
    );
  }
  return opened;
}
