import { checkRedirectUrl } from '../../service/check-redirect-url';
import { readLatestEncryptedRedirectUrl } from '../../store/imports/import-secrets';
import { redirectPurpose, type CreationDeps } from './creation-deps';

/** Shows only the host of the newest migration address: the full URL is a secret. */
export async function describeRedirect(
  deps: Pick<CreationDeps, 'database' | 'cipher' | 'redirect'>,
): Promise<{ host: string; allowed: boolean; says: string; at: string } | null> {
  const latest = await readLatestEncryptedRedirectUrl(deps.database.db, 'live');
  const url = latest && deps.cipher.decrypt(redirectPurpose, latest.encrypted)?.toString('utf8');
  if (!latest || !url) return null;
  const check = checkRedirectUrl(url, deps.redirect);
  const host = check.ok ? new URL(check.url).hostname : (check.host ?? 'an address that cannot be read');
  return {
    host: host.slice(0, 253),
    allowed: check.ok,
    says: check.ok ? 'Customers may be sent there.' : check.reason,
    at: latest.at.toISOString(),
  };
}
