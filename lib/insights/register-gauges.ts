import type { Metrics } from '../core/metrics';
import type { ServiceClient } from '../service/service-client';
import type { Database } from '../store/database/database';
import { readPendingDeliveries } from '../store/events/deliveries';
import { channels, countPendingMessages } from '../store/outbox/send-queue';
import { countUnsettledDecisions, readOldestDueDecisionS, unsettledStates } from '../store/sponsorship/decisions';
import { countWaiting } from '../store/sponsorship/sponsorship-queue';

/** What is read when metrics are: the state of the queues in the database, and of the connections of this instance. */
export function registerGauges(
  metrics: Metrics,
  deps: {
    database: Database;
    databaseHealth: { answers(): Promise<boolean> };
    client: Pick<ServiceClient, 'health'>;
  },
): void {
  const { database, databaseHealth, client } = deps;
  const { db } = database;
  metrics.gauge('landfall_database_up', '1 if the database answers, otherwise 0', async () =>
    Number(await databaseHealth.answers()),
  );
  metrics.gauge(
    'landfall_database_connections_in_use',
    'Connections of this instance that run a statement or a transaction; PostgreSQL only',
    () => database.connections?.().inUse,
  );
  metrics.gauge(
    'landfall_database_connections_waiting',
    'Statements of this instance that wait for a connection; PostgreSQL only',
    () => database.connections?.().waiting,
  );
  metrics.gauge(
    'landfall_service_up',
    '1 if this instance sends requests to the migration service, 0 after failures',
    () => Number(client.health('live').state !== 'open'),
  );
  metrics.gauge(
    'landfall_requests_waiting',
    'Requests for a full migration that wait for staff',
    async () => (await countWaiting(db)).live,
  );
  metrics.gaugeBy(
    {
      name: 'landfall_decisions',
      help: 'Decisions about payment that are not settled, by state',
      label: 'state',
      known: unsettledStates,
    },
    () => countUnsettledDecisions(db),
  );
  metrics.gauge(
    'landfall_decisions_oldest_due_seconds',
    'How long the oldest approved decision has waited to be sent after its hold-back',
    () => readOldestDueDecisionS(db),
  );
  metrics.gauge(
    'landfall_webhook_deliveries_pending',
    'Verified deliveries that are not applied yet',
    async () => (await readPendingDeliveries(db)).count,
  );
  metrics.gauge(
    'landfall_webhook_oldest_pending_seconds',
    'How long the oldest verified delivery has waited to be applied',
    async () => (await readPendingDeliveries(db)).oldestS,
  );
  metrics.gaugeBy(
    {
      name: 'landfall_messages_pending',
      help: 'Messages to customers and staff that are not sent yet, by channel',
      label: 'channel',
      known: channels,
    },
    () => countPendingMessages(db),
  );
}
