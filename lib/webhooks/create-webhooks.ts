import type { Audit } from '../audit/create-audit';
import type { Caller } from '../contract/caller';
import type { DeliveryDetail, DeliveryList, DeliveryListQuery, WebhookSetup } from '../contract/webhooks';
import type { Clock } from '../core/clock';
import type { Log } from '../core/log';
import type { Metrics } from '../core/metrics';
import type { Sealer } from '../core/seal';
import type { Observer } from '../imports/observe';
import type { Dialect } from '../service/dialect';
import type { Database } from '../store/database';
import { applyDeliveries } from './apply-deliveries';
import { describeSetup } from './describe-setup';
import type { WebhookSettings } from './judge-delivery';
import { listDeliveriesOf, showDelivery } from './list-deliveries';
import { processAgain, type ProcessedAgain } from './process-again';
import { receiveWebhook, type Receipt } from './receive-webhook';

export interface Webhooks {
  receive(incoming: {
    headers: Iterable<readonly [string, string]>;
    body: Uint8Array;
    address: string;
  }): Promise<Receipt>;
  processAgain(id: string, caller: Caller): Promise<ProcessedAgain>;
  list(query: DeliveryListQuery): Promise<DeliveryList>;
  show(id: string): Promise<DeliveryDetail>;
  setup(): WebhookSetup;
  /** A background job: applies what an instance committed and did not live to apply. */
  applyPending(signal?: AbortSignal): Promise<void>;
  /** Waits for what is being applied now. */
  settle(): Promise<void>;
}

export function createWebhooks(parts: {
  database: Database;
  sealer: Sealer;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  audit: Audit;
  observer: Observer;
  dialect: Dialect;
  settings: WebhookSettings;
  publicOrigin: string;
}): Webhooks {
  const running = new Set<Promise<unknown>>();
  const inBackground = (work: Promise<unknown>) => {
    const settled = work
      .catch((err: unknown) => parts.log.error({ err }, 'applying deliveries failed'))
      .finally(() => running.delete(settled));
    running.add(settled);
  };
  const onVerified = (id: string) => inBackground(applyDeliveries(parts, { id, limit: 1 }));
  return {
    receive: (incoming) => receiveWebhook({ ...parts, onVerified }, incoming),
    processAgain: (id, caller) => processAgain(parts, id, caller),
    list: (query) => listDeliveriesOf(parts.database.db, query),
    show: (id) => showDelivery({ db: parts.database.db, sealer: parts.sealer }, id),
    setup: () => describeSetup(parts.publicOrigin, parts.settings),
    applyPending: async (signal) => {
      // A batch at a time, until nothing is left that could be applied now.
      while (!signal?.aborted) {
        if ((await applyDeliveries(parts, { limit: 50 })) === 0) return;
      }
    },
    settle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
