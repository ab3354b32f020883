import { recordChange } from '../store/events/changes';
import { countDelivery, countRepeats } from '../store/events/deliveries';
import type { WebhookDeps } from './webhook-deps';

/** Background job: adds what was only counted in memory since the last run, in one write for any number of messages. */
export async function saveRefused({ admission, database, clock, log }: WebhookDeps): Promise<void> {
  const refused = admission.takeRefused();
  const repeats = admission.takeRepeats();
  if (refused.size === 0 && repeats.size === 0) return;
  if (refused.size > 0) log.warn(Object.fromEntries(refused), 'webhook messages were refused without being stored');
  try {
    await database.transaction(async (tx) => {
      for (const [id, times] of repeats) {
        await countRepeats(tx, id, clock.now(), times);
        await countDelivery(tx, 'duplicate', clock.now(), times);
      }
      for (const [refusal, times] of refused) await countDelivery(tx, refusal, clock.now(), times);
      await recordChange(tx, { kind: 'delivery', environment: 'live', subject: 'refused' });
    });
  } catch (error) {
    for (const [refusal, times] of refused) admission.countRefused(refusal, times);
    for (const [id, times] of repeats) admission.countRepeat(id, times);
    throw error;
  }
}
