import type { BackgroundJob } from '../core/background-jobs';
import { readMsToNextEvent } from '../store/outbox/events';
import { expandEvents } from './expand-events';
import { leavesMessages } from './leaves-messages';
import type { OutboxDeps } from './outbox-deps';
import { collectItems, readMsToNextItem } from './staff/collect-items';

/** Writes messages soon after a change, and the changes of a burst together. */
export function createMessageJob(deps: OutboxDeps, onWritten: () => void): BackgroundJob {
  return {
    name: 'messages',
    everyMs: 30_000,
    run: async (signal) => {
      let written = 0;
      try {
        written += await expandEvents(deps, signal);
      } finally {
        written += await collectItems(deps, signal);
      }
      if (written > 0) onWritten();
    },
    early: {
      afterMs: 1000,
      untilDueMs: async () => {
        // Also records for other instances which settings this one has.
        if (await leavesMessages(deps)) return undefined;
        const due = [await readMsToNextEvent(deps.database.db), await readMsToNextItem(deps)];
        const known = due.filter((ms) => ms !== undefined);
        return known.length > 0 ? Math.max(0, Math.min(...known)) : undefined;
      },
    },
  };
}
