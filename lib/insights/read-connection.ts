import type { Connection } from '../contract/connection';
import type { Environment } from '../contract/environment';
import type { WebhookSetup } from '../contract/webhooks';
import { listDeliveryCounters } from '../store/deliveries';
import type { Db } from '../store/database';
import { writeOperatorWords } from './operator-words';

interface Health {
  state: 'closed' | 'open' | 'half_open';
  since: Date | null;
  lastOkAt: Date | null;
  lastError: { at: Date; code: string; person: string } | null;
}

/** What other rooms know, handed in. */
export interface ConnectionParts {
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
  watcher: () => Promise<Connection['watcher']>;
}

/** Everything an admin needs to see of the connection, and nothing that is secret. */
export async function readConnection(parts: ConnectionParts): Promise<Connection> {
  const { service } = parts.settings;
  const setup = parts.webhookSetup();
  const counters = await listDeliveryCounters(parts.db);
  const lastOf = (...verdicts: string[]) => {
    const times = counters.filter(({ verdict }) => verdicts.includes(verdict)).map(({ lastAt }) => lastAt.getTime());
    return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
  };
  const environmentOf = (environment: Environment, address: string) => ({
    environment,
    address,
    ...describeHealth(parts.health(environment)),
  });
  return {
    simulated: service.simulated,
    ratePerS: service.ratePerS,
    dialect: service.dialectPath !== undefined,
    environments: [environmentOf('live', service.url), environmentOf('sandbox', service.sandboxUrl)],
    fieldsNotFound: await parts.fieldsNotFound(),
    redirect: { hosts: [...service.redirectHosts], last: await parts.lastRedirect() },
    webhooks: {
      setup,
      lastVerifiedAt: lastOf('verified', 'duplicate'),
      lastRefusedAt: lastOf('bad_signature', 'stale', 'unreadable', 'hint'),
    },
    watcher: await parts.watcher(),
    operator: writeOperatorWords({ ...parts.settings, setup }),
  };
}

type Described = Pick<Connection['environments'][number], 'state' | 'since' | 'lastOkAt' | 'lastError'>;

/** A refused token is told apart from every other trouble: it is ours to mend. */
function describeHealth({ state, since, lastOkAt, lastError }: Health): Described {
  const failing = lastError !== null && (lastOkAt === null || lastOkAt < lastError.at);
  const told = {
    since: since?.toISOString() ?? null,
    lastOkAt: lastOkAt?.toISOString() ?? null,
    lastError: lastError && { at: lastError.at.toISOString(), says: lastError.person },
  };
  if (failing && lastError.code === 'service_unauthorized') return { state: 'refused', ...told };
  if (state !== 'closed') return { state: 'unreachable', ...told };
  if (failing) return { state: 'trouble', ...told };
  return { state: lastOkAt === null ? 'not_asked' : 'working', ...told };
}
