import { recordChange } from '../store/events/changes';
import { countDeliveries, countRepeats } from '../store/events/save-deliveries';
import type { WebhookDeps } from './webhook-deps';

/** Background job: adds what was only counted in memory since the last run, in one write for any number of messages. */
export async function saveRefused({
  admission,
  database,
  clock,
  log,
}: Pick<WebhookDeps, 'admission' | 'database' | 'clock' | 'log'>): Promise<void> {
  const refused = admission.takeRefused();
  const repeats = admission.takeRepeats();
  if (refused.size === 0 && repeats.size === 0) return;
  if (refused.size > 0) log.warn(Object.fromEntries(refused), 'webhook messages were refused without being stored');
  try {
    await database.transaction(async (tx) => {
      // Deliveries before counters, as every other writer.
      await countRepeats(tx, repeats, clock.now());
      const duplicates = [...repeats.values()].reduce((sum, times) => sum + times, 0);
      const counted = new Map<string, number>(refused);
      if (duplicates > 0) counted.set('duplicate', duplicates);
      await countDeliveries(tx, counted, clock.now());
      await recordChange(tx, { kind: 'delivery', environment: 'live', subject: 'refused' });
    });
  } catch (error) {
    for (const [reason, times] of refused) admission.countRefused(reason, times);
    for (const [id, times] of repeats) admission.countRepeat(id, times);
    throw error;
  }
}
