import { recordChange } from '../store/events/changes';
import { countDelivery } from '../store/events/deliveries';
import type { WebhookDeps } from './webhook-deps';

/** Background job: adds what was refused since the last run to the counters, in one write for any number of messages. */
export async function saveRefused({ admission, database, clock, log }: WebhookDeps): Promise<void> {
  const refused = admission.takeRefused();
  if (refused.size === 0) return;
  log.warn(Object.fromEntries(refused), 'webhook messages were refused without being stored');
  try {
    await database.transaction(async (tx) => {
      for (const [refusal, times] of refused) await countDelivery(tx, refusal, clock.now(), times);
      await recordChange(tx, { kind: 'delivery', environment: 'live', subject: 'refused' });
    });
  } catch (error) {
    for (const [refusal, times] of refused) admission.countRefused(refusal, times);
    throw error;
  }
}
