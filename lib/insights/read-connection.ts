import type { Connection } from '../contract/connection';
import type { Environment } from '../contract/environment';
import type { WebhookSetup } from '../contract/webhooks';
import type { Settings } from '../core/settings';
import { listDeliveryCounters } from '../store/events/deliveries';
import type { Db } from '../store/database/database';

export interface ConnectionHealth {
  state: 'closed' | 'open' | 'half_open';
  since: Date | null;
  lastOkAt: Date | null;
  lastError: { at: Date; code: string; userMessage: string } | null;
}

export interface ConnectionDeps {
  db: Db;
  settings: Pick<Settings, 'publicOrigin' | 'whoPays' | 'fullRequestParam' | 'service'>;
  health: (environment: Environment) => ConnectionHealth;
  fieldsNotFound: () => Promise<Connection['fieldsNotFound']>;
  lastRedirect: () => Promise<Connection['redirect']['last']>;
  webhookSetup: () => WebhookSetup;
  poller: () => Promise<Connection['watcher']>;
}

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
    operator: composeOperatorMessage(deps.settings, setup),
  };
}

type HealthView = Pick<Connection['environments'][number], 'state' | 'since' | 'lastOkAt' | 'lastError'>;

function describeHealth({ state, since, lastOkAt, lastError }: ConnectionHealth): HealthView {
  const failing = lastError !== null && (lastOkAt === null || lastOkAt < lastError.at);
  const common = {
    since: since?.toISOString() ?? null,
    lastOkAt: lastOkAt?.toISOString() ?? null,
    lastError: lastError && { at: lastError.at.toISOString(), says: lastError.userMessage },
  };
  if (failing && lastError.code === 'service_unauthorized') return { state: 'refused', ...common };
  if (state !== 'closed') return { state: 'unreachable', ...common };
  if (failing) return { state: 'trouble', ...common };
  return { state: lastOkAt === null ? 'not_asked' : 'working', ...common };
}

/** Message to the service's operator about everything that has no API endpoint. Contains no secret. */
function composeOperatorMessage(settings: ConnectionDeps['settings'], setup: WebhookSetup): string {
  const page = `${settings.publicOrigin}/full-migration`;
  const pays =
    settings.whoPays === 'partner'
      ? [
          'We decide which of our customers get the full migration paid by us.',
          `Please send customers who ask for the full migration to ${page}, with the import's token in the query parameter "${settings.fullRequestParam}".`,
        ]
      : ['Our customers pay for the full migration themselves; please offer them the paid package.'];
  return [
    'Hello,',
    '',
    'we are connecting our application to the migration service, API version 2.1. Could you please',
    '',
    '1. issue us an API token, valid for the sandbox as well, and tell us what belongs in the password part;',
    `2. issue us a webhook secret. ${setup.words}`,
    `3. note who pays. ${pays.join(' ')}`,
    '',
    'Thank you!',
  ].join('\n');
}
