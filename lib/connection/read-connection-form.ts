import type { ConnectionForm } from '../contract/connection';
import type { Cipher } from '../core/cipher';
import type { Clock } from '../core/clock';
import type { Settings } from '../core/settings';
import type { Database } from '../store/database/database';
import { resolveConnection } from './resolve-connection';
import { readStoredConnection } from './stored-connection';
import { standardDialect } from '../service/dialect/dialect';

export interface ConnectionFormDeps {
  database: Database;
  cipher: Pick<Cipher, 'decrypt'>;
  clock: Clock;
  settings: Pick<Settings, 'service' | 'webhook'>;
}

/** Never contains the token, the password or a webhook secret. */
export async function readConnectionForm(deps: ConnectionFormDeps): Promise<ConnectionForm> {
  const { settings } = deps;
  const { version, stored, unreadable, by, at, checkedAt } = await readStoredConnection(deps.database.db, deps.cipher);
  const { source, webhookSource, dialectSource } = resolveConnection(settings, standardDialect, stored);
  const now = deps.clock.now();
  const old = stored.webhookSecrets.find(({ until }) => until !== null && new Date(until) > now);
  return {
    version,
    savedBy: by,
    savedAt: at?.toISOString() ?? null,
    checkedAt: checkedAt?.toISOString() ?? null,
    unreadable,
    sources: {
      service: source,
      webhookSecret: webhookSource,
      dialect: dialectSource,
      redirectHosts: settings.service.redirectHostsConfigured
        ? 'environment'
        : stored.redirectHosts.length > 0
          ? 'stored'
          : 'none',
    },
    url: stored.service?.url ?? '',
    sandboxUrl: stored.service?.sandboxUrl ?? '',
    hasToken: stored.service !== null,
    hasWebhookSecret: stored.webhookSecrets.some(({ until }) => until === null),
    oldSecretUntil: old?.until ?? null,
    redirectHosts: stored.redirectHosts,
    hasDialect: stored.dialect !== null,
  };
}
