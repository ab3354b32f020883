import { systemCaller } from '../contract/caller';
import type { BackgroundJob } from '../core/background-jobs';
import { waitForAny } from '../core/wait-for-any';
import {
  listDueDecisions,
  lockDecisionsOf,
  readMsToNextDecision,
  type DecisionRow,
} from '../store/sponsorship/decisions';
import { notSentWindowMs } from './classify-outcome';
import { giveUp } from './give-up';
import { sendDecision } from './send-decision';
import type { SponsorshipDeps } from './sponsorship-deps';

const batch = 100;
const listAgainMs = 500;

/**
 * Background job of every instance. It knows when the next hold-back ends, and a change wakes it; the interval is the
 * longest wait if this instance missed the change.
 */
export function createSendJob(deps: SponsorshipDeps, everyMs = 30_000): BackgroundJob {
  return {
    name: 'send due decisions',
    everyMs,
    run: (signal) => sendDueDecisions(deps, signal),
    early: { afterMs: listAgainMs, untilDueMs: () => readMsToNextDecision(deps.database.db) },
  };
}

/** @internal Lists again while sends are in flight, so that none waits for another. */
export async function sendDueDecisions(deps: SponsorshipDeps, signal: AbortSignal): Promise<void> {
  const inFlight = new Set<Promise<void>>();
  const skip = new Set<string>();
  const start = (row: DecisionRow) => {
    skip.add(row.id);
    const sent = sendOrGiveUp(deps, row, signal)
      .then(
        () => void skip.delete(row.id),
        (err: unknown) => deps.log.error({ err, decision: row.id }, 'due decision could not be sent'),
      )
      .finally(() => inFlight.delete(sent));
    inFlight.add(sent);
  };
  try {
    do {
      const due = await listDueDecisions(deps.database.db, batch + skip.size);
      for (const row of due) if (!skip.has(row.id)) start(row);
    } while (inFlight.size > 0 && (await waitForAny(deps.clock, inFlight, { ms: listAgainMs, signal })));
  } finally {
    await Promise.all(inFlight);
  }
}

async function sendOrGiveUp(deps: SponsorshipDeps, row: DecisionRow, signal: AbortSignal): Promise<void> {
  const since = Math.max(row.approvedAt?.getTime() ?? 0, row.resolvedAt?.getTime() ?? 0);
  const tooLate = deps.clock.now().getTime() - since > notSentWindowMs;
  if (!tooLate && row.kind !== 'start_full') {
    await sendDecision(deps, row.id, systemCaller, { signal, ifDue: true });
    return;
  }
  const reason = tooLate ? 'It could not be sent within 15 minutes.' : 'The app stopped before it was sent.';
  await deps.database.transaction(async (tx) => {
    await lockDecisionsOf(tx, row);
    await giveUp(deps, tx, row, reason);
  });
}
