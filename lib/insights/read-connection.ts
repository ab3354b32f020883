import type { ServiceConnection } from '../connection/create-connection';
import type { Connection } from '../contract/connection';
import type { Environment } from '../contract/environment';
import type { WebhookSetup } from '../contract/webhooks';
import type { Metrics } from '../core/metrics';
import type { Settings } from '../core/settings';
import { redirectPurpose, type CreationDeps } from '../imports/creation/creation-deps';
import type { PollPlanner } from '../imports/poller/create-poll-planner';
import { checkRedirectUrl } from '../service/check-redirect-url';
import { healthState } from '../service/health-state';
import type { ServiceClient, ServiceHealth } from '../service/service-client';
import type { Database } from '../store/database/database';
import { listDeliveryCounters } from '../store/events/deliveries';
import { readLatestEncryptedRedirectUrl } from '../store/imports/import-secrets';
import { readOldestPollS } from '../store/service-calls/poll-plan';
import { describeSetup } from '../webhooks/describe-setup';

export interface ConnectionDeps {
  database: Database;
  settings: Pick<Settings, 'publicOrigin' | 'whoPays' | 'fullRequestParam' | 'service'>;
  connection: Pick<ServiceConnection, 'current' | 'webhook'>;
  client: Pick<ServiceClient, 'health'>;
  metrics: Pick<Metrics, 'fieldsNotFound'>;
  creation: Pick<CreationDeps, 'cipher' | 'redirect'>;
  planner: PollPlanner;
}

export async function readConnection(deps: ConnectionDeps): Promise<Connection> {
  const { simulated, ratePerS } = deps.settings.service;
  const { service, redirectHosts, dialectSource } = deps.connection.current();
  const setup = describeSetup({ publicOrigin: deps.settings.publicOrigin, webhook: deps.connection.webhook });
  const counters = await listDeliveryCounters(deps.database.db);
  const lastOf = (...verdicts: string[]) => {
    const times = counters.filter(({ verdict }) => verdicts.includes(verdict)).map(({ lastAt }) => lastAt.getTime());
    return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
  };
  const environmentOf = (environment: Environment, address: string) => ({
    environment,
    address,
    ...describeHealth(deps.client.health(environment)),
  });
  return {
    simulated,
    ratePerS,
    dialect: dialectSource !== 'none',
    environments: service ? [environmentOf('live', service.url), environmentOf('sandbox', service.sandboxUrl)] : [],
    fieldsNotFound: await deps.metrics.fieldsNotFound(),
    redirect: { hosts: [...redirectHosts], last: await describeRedirect(deps) },
    webhooks: {
      setup,
      lastVerifiedAt: lastOf('verified', 'duplicate'),
      lastRefusedAt: lastOf('bad_signature', 'stale', 'unreadable', 'hint'),
    },
    poller: await describePoller(deps),
    operator: composeOperatorMessage(deps.settings, setup),
  };
}

type HealthView = Pick<Connection['environments'][number], 'state' | 'since' | 'lastOkAt' | 'lastError'>;

function describeHealth(health: ServiceHealth): HealthView {
  const { since, lastOkAt, lastError } = health;
  return {
    state: healthState(health),
    since: since?.toISOString() ?? null,
    lastOkAt: lastOkAt?.toISOString() ?? null,
    lastError: lastError && { at: lastError.at.toISOString(), explanation: lastError.userMessage },
  };
}

/** Shows only the host of the newest migration address: the full URL is a secret. */
async function describeRedirect({ database, creation }: ConnectionDeps): Promise<Connection['redirect']['last']> {
  const latest = await readLatestEncryptedRedirectUrl(database.db, 'live');
  const url = latest && creation.cipher.decrypt(redirectPurpose, latest.encrypted)?.toString('utf8');
  if (!latest || !url) return null;
  const check = checkRedirectUrl(url, creation.redirect);
  const host = check.ok ? new URL(check.url).hostname : (check.host ?? 'an address that cannot be read');
  return {
    host: host.slice(0, 253),
    allowed: check.ok,
    explanation: check.ok ? 'Customers may be sent there.' : check.reason,
    at: latest.at.toISOString(),
  };
}

async function describePoller({ database, planner }: ConnectionDeps): Promise<Connection['poller']> {
  const { plan, load, sharePerS, recent } = planner;
  const round = (perS: number) => Math.round(perS * 1000) / 1000;
  return {
    cycleS: Math.round(plan.cycleS),
    sharePerS,
    spendsPerS: round(recent?.plannedPerS ?? plan.spendsPerS),
    sentPerS: recent && round(recent.sentPerS),
    movingUnits: plan.movingUnits,
    restingUnits: load.restingUnits,
    overdue: load.overdue,
    overdueS: Math.round(load.overdueS),
    oldestPollS: await readOldestPollS(database.db),
  };
}

/** Message to the service's operator about everything that has no API endpoint. Contains no secret. */
function composeOperatorMessage(settings: ConnectionDeps['settings'], setup: WebhookSetup): string {
  const page = `${settings.publicOrigin}/full-migration`;
  const pays =
    settings.whoPays === 'partner'
      ? [
          'We decide which of our customers get the full migration paid by us.',
          `Please send customers who request the full migration to ${page}, with the import's token in the query parameter "${settings.fullRequestParam}".`,
        ]
      : ['Our customers pay for the full migration themselves; please offer them the paid package.'];
  return [
    'Hello,',
    '',
    'We are connecting our application to the migration service, API version 2.1. Could you please',
    '',
    '1. issue us an API token, valid for the sandbox as well, and tell us what belongs in the password part;',
    `2. issue us a webhook secret. ${setup.message}`,
    `3. note who pays. ${pays.join(' ')}`,
    '',
    'Thank you!',
  ].join('\n');
}
