import type { Audit } from '../audit/create-audit';
import type { Caller } from '../contract/caller';
import type { DeliveryDetail, DeliveryList, DeliveryListQuery, WebhookSetup } from '../contract/webhooks';
import type { Clock } from '../core/clock';
import type { Log } from '../core/log';
import type { Metrics } from '../core/metrics';
import type { Cipher } from '../core/cipher';
import type { Observer } from '../imports/observations/observe';
import type { Dialect } from '../service/dialect/dialect';
import type { Database } from '../store/database/database';
import { applyDeliveries } from './apply-deliveries';
import { describeSetup } from './describe-setup';
import type { WebhookSettings } from './evaluate-delivery';
import { readDeliveryList, readDeliveryDetail } from './list-deliveries';
import { reprocessDelivery, type ReprocessResult } from './reprocess-delivery';
import { receiveWebhook, type Receipt } from './receive-webhook';

export interface Webhooks {
  receive(incoming: {
    headers: Iterable<readonly [string, string]>;
    body: Uint8Array;
    address: string;
  }): Promise<Receipt>;
  reprocess(id: string, caller: Caller): Promise<ReprocessResult>;
  list(query: DeliveryListQuery): Promise<DeliveryList>;
  read(id: string): Promise<DeliveryDetail>;
  setup(): WebhookSetup;
  /** Background job: applies deliveries of an instance that died. */
  applyPending(signal?: AbortSignal): Promise<void>;
  /** Waits for deliveries that are being applied. */
  drain(): Promise<void>;
}

export function createWebhooks(deps: {
  database: Database;
  cipher: Cipher;
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
      .catch((err: unknown) => deps.log.error({ err }, 'applying deliveries failed'))
      .finally(() => running.delete(settled));
    running.add(settled);
  };
  const onVerified = (id: string) => inBackground(applyDeliveries(deps, { id, limit: 1 }));
  return {
    receive: (incoming) => receiveWebhook({ ...deps, onVerified }, incoming),
    reprocess: (id, caller) => reprocessDelivery(deps, id, caller),
    list: (query) => readDeliveryList(deps.database.db, query),
    read: (id) => readDeliveryDetail({ db: deps.database.db, cipher: deps.cipher }, id),
    setup: () => describeSetup(deps.publicOrigin, deps.settings),
    applyPending: async (signal) => {
      while (!signal?.aborted) {
        if ((await applyDeliveries(deps, { limit: 50 })) === 0) return;
      }
    },
    drain: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
