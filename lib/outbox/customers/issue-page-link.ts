import { normaliseMailAddress } from '../../contract/mail-address';
import type { Language } from '../../contract/languages';
import { issueMigrationToken } from '../../start/customer-links';
import { migrationLinkDays } from '../../start/start-deps';
import type { OutboxDeps } from '../outbox-deps';
import type { Subject } from './read-subjects';

/** To the customer's page, for an e-mail to this address. Only people who read e-mails to that address get it. */
export function issuePageLink(
  deps: Pick<OutboxDeps, 'cipher' | 'clock' | 'publicOrigin'>,
  { record, creation }: Pick<Subject, 'record' | 'creation'>,
  { email, language }: { email: string; language: Language },
): string {
  // Revoking the start link ends this link as well. A start link that was already revoked would end it at once, and an
  // expired one when retention deletes its row.
  const keptSinceMs = deps.clock.now().getTime() - migrationLinkDays * 86_400_000;
  const isKept = creation?.linkExpiresAt && creation.linkExpiresAt.getTime() > keptSinceMs;
  const startLinkId = isKept && creation.linkRevokedAt === null ? creation.startLinkId : null;
  const token = issueMigrationToken(deps, record.id, {
    ...(startLinkId !== null && { startLinkId }),
    provenFor: normaliseMailAddress(email),
  });
  return `${deps.publicOrigin}/m/${token}?lang=${language}`;
}
