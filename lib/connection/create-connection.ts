import { isDeepStrictEqual } from 'node:util';
import type { Environment } from '../contract/environment';
import type { Cipher } from '../core/cipher';
import type { Clock, Random } from '../core/clock';
import type { Log } from '../core/log';
import type { RequestBudget } from '../core/request-budget';
import type { Settings } from '../core/settings';
import { createReplaceableClient } from '../service/client/create-replaceable-client';
import { createServiceClient } from '../service/client/create-service-client';
import type { Dialect } from '../service/dialect/dialect';
import type { ServiceEvent } from '../service/service-client';
import type { Database } from '../store/database/database';
import { readConnectionVersion } from '../store/service-calls/connection-row';
import { resolveConnection, type ResolvedConnection } from './resolve-connection';
import { readStoredConnection, type ConnectionVersion, type StoredConnection } from './stored-connection';

interface ConnectionDeps {
  database: Database;
  cipher: Cipher;
  settings: Pick<Settings, 'service' | 'webhook' | 'publicOrigin'>;
  /** From SERVICE_DIALECT. */
  configuredDialect: Dialect;
  requestBudget: RequestBudget;
  clock: Clock;
  random: Random;
  log: Log;
  onEvent: (event: ServiceEvent) => void;
  /** Secrets that the log must not contain. */
  hideSecrets: (secrets: readonly string[]) => void;
}

export type ServiceConnection = Awaited<ReturnType<typeof createConnection>>;

/** Never resolves, so that no redirect is allowed without a connection. */
const noAddress = 'https://not-connected.invalid';

/**
 * The connection in use. Other modules keep the objects it returns for the life of the process; what they contain follows
 * the connection that an admin enters.
 */
export async function createConnection(deps: ConnectionDeps) {
  const { settings, clock, log } = deps;
  const client = createReplaceableClient(clock);
  let current: ResolvedConnection;
  let version: number;
  let unreadable = false;
  let openedWith: Pick<ResolvedConnection, 'service' | 'dialect'> | undefined;
  let refreshing: Promise<void> = Promise.resolve();

  function use(next: ConnectionVersion): void {
    const resolved = resolveConnection(settings, deps.configuredDialect, next.stored);
    // Also what the simulator or the environment override.
    deps.hideSecrets(secretsOf(next.stored));
    current = resolved;
    version = next.version;
    unreadable = next.unreadable;
    if (unreadable) log.error({ version }, 'the connection cannot be decrypted; enter it again under Settings');
    const { service, dialect } = resolved;
    // What is being read goes on if only something else was changed.
    if (isDeepStrictEqual(openedWith, { service, dialect })) return;
    openedWith = { service, dialect };
    const { requestBudget, random, onEvent } = deps;
    const opened = service && createServiceClient({ ...service, dialect, requestBudget, clock, random, log, onEvent });
    void client.replace(opened).catch((err: unknown) => log.error({ err }, 'closing the old connection failed'));
  }

  async function refresh(): Promise<void> {
    if ((await readConnectionVersion(deps.database.db)) === version) return;
    const next = await readStoredConnection(deps.database.db, deps.cipher);
    if (next.version === version) return;
    use(next);
    log.info({ version: next.version }, 'the connection to the service was changed');
  }

  use(await readStoredConnection(deps.database.db, deps.cipher));
  return {
    client,
    current: (): ResolvedConnection & { version: number; unreadable: boolean } => ({ ...current, version, unreadable }),
    /** Takes over what any instance saved. One at a time, so that an older version never replaces a newer one. */
    refresh: (): Promise<void> => (refreshing = refreshing.catch(() => undefined).then(refresh)),
    urlOf: (environment: Environment): string =>
      (environment === 'live' ? current.service?.url : current.service?.sandboxUrl) ?? noAddress,
    redirect: {
      get hosts() {
        return current.redirectHosts;
      },
      get serviceUrl() {
        return current.service?.url ?? noAddress;
      },
    },
    dialect: () => current.dialect,
    webhook: {
      ...settings.webhook,
      get secrets() {
        const now = clock.now();
        const valid = current.webhookSecrets.filter(({ until }) => until === null || new Date(until) > now);
        return valid.map(({ secret }) => secret);
      },
    } satisfies Settings['webhook'],
  };
}

function secretsOf({ service, webhookSecrets }: StoredConnection): string[] {
  return [service?.token ?? '', service?.password ?? '', ...webhookSecrets.map(({ secret }) => secret)];
}
