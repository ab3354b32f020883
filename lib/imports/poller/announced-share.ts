import type { ObservedImport } from '../observations/observe';

/** The last changes count most, so that lost webhooks are noticed within about 50 changes. */
const keep = 0.98;
/** Until there are more changes than this, webhooks are not relied on. */
const priorMissed = 5;
/** Polling never stops: webhooks can be lost at any time. */
const maxShare = 0.9;

/** Which part of the status changes webhooks announced before a poll found them, as seen by this process. */
export function createAnnouncedShare() {
  let announced = 0;
  let missed = 0;
  return {
    count: (observed: readonly ObservedImport[]) => {
      for (const { before, row } of observed) {
        if (!before || before.statusKey === row.statusKey) continue;
        if (row.seenBy !== 'webhook' && row.seenBy !== 'watcher') continue;
        announced = announced * keep + (row.seenBy === 'webhook' ? 1 : 0);
        missed = missed * keep + (row.seenBy === 'watcher' ? 1 : 0);
      }
    },
    share: () => Math.min(maxShare, announced / (announced + missed + priorMissed)),
  };
}
