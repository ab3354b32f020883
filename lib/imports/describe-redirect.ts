import { checkRedirectUrl } from '../service/check-redirect-url';
import { readLatestSealedRedirect } from '../store/import-secrets';
import { redirectPurpose, type CreationParts } from './creation/creation-parts';

/** Where the newest migration address leads, by its host alone, and whether a customer may be sent there. */
export async function describeRedirect(
  parts: Pick<CreationParts, 'database' | 'sealer' | 'redirect'>,
): Promise<{ host: string; allowed: boolean; says: string; at: string } | null> {
  const latest = await readLatestSealedRedirect(parts.database.db, 'live');
  const url = latest && parts.sealer.open(redirectPurpose, latest.sealed)?.toString('utf8');
  if (!latest || !url) return null;
  const check = checkRedirectUrl(url, parts.redirect);
  const host = check.ok ? new URL(check.url).hostname : (check.host ?? 'an address that cannot be read');
  return {
    host: host.slice(0, 253),
    allowed: check.ok,
    says: check.ok ? 'Customers may be sent there.' : check.reason,
    at: latest.at.toISOString(),
  };
}
