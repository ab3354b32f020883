import type { Settings } from '../core/settings';
import { standardDialect, type Dialect } from '../service/dialect/dialect';
import { parseDialect } from '../service/dialect/parse-dialect';
import { parseService, type StoredConnection } from './stored-connection';

type ConnectionSource = 'simulator' | 'environment' | 'stored' | 'none';

export interface ResolvedConnection {
  source: ConnectionSource;
  service: { url: string; sandboxUrl: string; token: string; password: string } | null;
  redirectHosts: readonly string[];
  dialect: Dialect;
  dialectSource: 'environment' | 'stored' | 'none';
  webhookSecrets: StoredConnection['webhookSecrets'];
  webhookSource: ConnectionSource;
}

/**
 * What is used: the environment first, then what an admin entered. With the simulator nothing that was entered is used, so
 * that the demo never meets the real service.
 */
export function resolveConnection(
  settings: Pick<Settings, 'service' | 'webhook'>,
  configuredDialect: Dialect,
  entered: StoredConnection,
): ResolvedConnection {
  const { service, webhook } = settings;
  const stored = service.simulated ? null : entered;
  const fromEnvironment = service.simulated ? 'simulator' : 'environment';
  const own = stored?.service ? parseService(stored.service) : null;
  const used = service.configured ? service : own;
  const hosts = service.redirectHostsConfigured
    ? service.redirectHosts
    : [...(used?.redirectHosts ?? []), ...(stored?.redirectHosts ?? [])];
  const hasSecrets = webhook.secrets.length > 0;
  const storedSecrets = stored?.webhookSecrets ?? [];
  return {
    source: service.configured ? fromEnvironment : own ? 'stored' : 'none',
    service: used && { url: used.url, sandboxUrl: used.sandboxUrl, token: used.token, password: used.password },
    redirectHosts: [...new Set(hosts)],
    ...resolveDialect(service.dialectPath === undefined ? undefined : configuredDialect, stored?.dialect ?? null),
    webhookSecrets: hasSecrets ? webhook.secrets.map((secret) => ({ secret, until: null })) : storedSecrets,
    webhookSource: hasSecrets ? fromEnvironment : storedSecrets.length > 0 ? 'stored' : 'none',
  };
}

/** What is used once the demo has ended, or once `entered` is saved. Its service is never that of the environment. */
export function resolveEntered(
  settings: Pick<Settings, 'service' | 'webhook'>,
  configuredDialect: Dialect,
  entered: StoredConnection,
): ResolvedConnection {
  const service = { ...settings.service, simulated: false, configured: false };
  return resolveConnection({ ...settings, service }, configuredDialect, entered);
}

function resolveDialect(
  configured: Dialect | undefined,
  text: string | null,
): Pick<ResolvedConnection, 'dialect' | 'dialectSource'> {
  if (configured !== undefined) return { dialect: configured, dialectSource: 'environment' };
  if (text === null) return { dialect: standardDialect, dialectSource: 'none' };
  return { dialect: parseDialect(text), dialectSource: 'stored' };
}
