import type { Connection } from '../contract/connection';
import type { Environment } from '../contract/environment';
import type { WebhookSetup } from '../contract/webhooks';
import { listDeliveryCounters } from '../store/events/deliveries';
import type { Db } from '../store/database/database';
import { composeOperatorMessage } from './operator-words';

interface Health {
  state: 'closed' | 'open' | 'half_open';
  since: Date | null;
  lastOkAt: Date | null;
  lastError: { at: Date; code: string; userMessage: string } | null;
}

/** What other rooms know, handed in. */
export interface ConnectionDeps {
  db: Db;
  settings: {
    publicOrigin: string;
    whoPays: 'partner' | 'customer';
    fullRequestParam: string;
    service: {
      simulated: boolean;
      url: string;
      sandboxUrl: string;
      ratePerS: number;
      redirectHosts: readonly string[];
      dialectPath: string | undefined;
    };
  };
  health: (environment: Environment) => Health;
  fieldsNotFound: () => Promise<Connection['fieldsNotFound']>;
  lastRedirect: () => Promise<Connection['redirect']['last']>;
  webhookSetup: () => WebhookSetup;
  poller: () => Promise<Connection['watcher']>;
}

/** Everything an admin needs to see of the connection, and nothing that is secret. */
export async function readConnection(deps: ConnectionDeps): Promise<Connection> {
  const { service } = deps.settings;
  const setup = deps.webhookSetup();
  const counters = await listDeliveryCounters(deps.db);
  const lastOf = (...verdicts: string[]) => {
    const times = counters.filter(({ verdict }) => verdicts.includes(verdict)).map(({ lastAt }) => lastAt.getTime());
    return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
  };
  const environmentOf = (environment: Environment, address: string) => ({
    environment,
    address,
    ...describeHealth(deps.health(environment)),
  });
  return {
    simulated: service.simulated,
    ratePerS: service.ratePerS,
    dialect: service.dialectPath !== undefined,
    environments: [environmentOf('live', service.url), environmentOf('sandbox', service.sandboxUrl)],
    fieldsNotFound: await deps.fieldsNotFound(),
    redirect: { hosts: [...service.redirectHosts], last: await deps.lastRedirect() },
    webhooks: {
      setup,
      lastVerifiedAt: lastOf('verified', 'duplicate'),
      lastRefusedAt: lastOf('bad_signature', 'stale', 'unreadable', 'hint'),
    },
    watcher: await deps.poller(),
    operator: composeOperatorMessage({ ...deps.settings, setup }),
  };
}

type HealthView = Pick<Connection['environments'][number], 'state' | 'since' | 'lastOkAt' | 'lastError'>;

/** A refused token is told apart from every other trouble: it is ours to mend. */
function describeHealth({ state, since, lastOkAt, lastError }: Health): HealthView {
  const failing = lastError !== null && (lastOkAt === null || lastOkAt < lastError.at);
  const reported = {
    since: since?.toISOString() ?? null,
    lastOkAt: lastOkAt?.toISOString() ?? null,
    lastError: lastError && { at: lastError.at.toISOString(), says: lastError.userMessage },
  };
  if (failing && lastError.code === 'service_unauthorized') return { state: 'refused', ...reported };
  if (state !== 'closed') return { state: 'unreachable', ...reported };
  if (failing) return { state: 'trouble', ...reported };
  return { state: lastOkAt === null ? 'not_asked' : 'working', ...reported };
}
