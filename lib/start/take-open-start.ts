import { countHits, insertHits, lockBuckets } from '../store/throttle';
import type { StartParts } from './start-parts';

/** In open mode anybody may come: so many starts from one address, and so many in total, in a window. */
export const openStartLimits = { perAddress: 10, inTotal: 60, windowMs: 15 * 60_000 };

/** Counted in the database before anything is asked of the service, so that strangers never eat the staff's budget. */
export async function takeOpenStart(
  parts: Pick<StartParts, 'database' | 'clock' | 'newId'>,
  address: string,
): Promise<boolean> {
  const at = parts.clock.now();
  const since = new Date(at.getTime() - openStartLimits.windowMs);
  const own = `start address ${address}`;
  const all = 'start total';
  return parts.database.transaction(async (tx) => {
    await lockBuckets(tx, [own, all]);
    const mine = await countHits(tx, own, since);
    const total = await countHits(tx, all, since);
    if (mine.hits >= openStartLimits.perAddress || total.hits >= openStartLimits.inTotal) return false;
    await insertHits(tx, [
      { id: parts.newId(), bucket: own, at },
      { id: parts.newId(), bucket: all, at },
    ]);
    return true;
  });
}
