import { systemCaller } from '../contract/caller';
import { listDueDecisions, type DecisionRow } from '../store/decisions';
import { notSentWindowMs } from './classify-outcome';
import { giveUp, sendDecision, tell } from './send-decision';
import type { SponsorshipParts } from './sponsorship-parts';

const mostAtOnce = 5;
const listAgainMs = 1000;

/**
 * A background job of every instance: sends approved decisions that are due, a few at a time, until none is left. It
 * lists them again while a slow send is under way, so that one delays no other. What fails is left to the next run.
 */
export async function sendDueDecisions(parts: SponsorshipParts, signal: AbortSignal): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const skip = new Set<string>();
  const start = (row: DecisionRow) => {
    skip.add(row.id);
    const sent = sendOrGiveUp(parts, row, signal)
      .then(
        () => void skip.delete(row.id),
        (err: unknown) => parts.log.error({ err, decision: row.id }, 'a due decision could not be sent'),
      )
      .finally(() => underWay.delete(sent));
    underWay.add(sent);
  };
  try {
    do {
      const due = await listDueDecisions(parts.database.db, mostAtOnce + skip.size);
      const free = mostAtOnce - underWay.size;
      for (const row of due.filter(({ id }) => !skip.has(id)).slice(0, free)) start(row);
    } while (underWay.size > 0 && (await waitForChange(parts, underWay, signal)));
  } finally {
    await Promise.all(underWay);
  }
}

/** Waits until a send has ended or it is time to list again. False when the job has to stop. */
async function waitForChange(
  { clock }: SponsorshipParts,
  underWay: ReadonlySet<Promise<void>>,
  signal: AbortSignal,
): Promise<boolean> {
  const waited = new AbortController();
  const pause = clock.sleep(listAgainMs, AbortSignal.any([signal, waited.signal])).catch(() => undefined);
  await Promise.race([pause, ...underWay]);
  waited.abort();
  return !signal.aborted;
}

async function sendOrGiveUp(parts: SponsorshipParts, row: DecisionRow, signal: AbortSignal): Promise<void> {
  const since = Math.max(row.approvedAt?.getTime() ?? 0, row.resolvedAt?.getTime() ?? 0);
  const tooLate = parts.clock.now().getTime() - since > notSentWindowMs;
  if (!tooLate && row.kind !== 'start_full') {
    await sendDecision(parts, row.id, systemCaller, signal);
    return;
  }
  await parts.database.transaction(async (tx) => {
    const says = tooLate
      ? 'Not sent: it could not be sent within fifteen minutes.'
      : 'Not sent: the process that was to send it ended first.';
    const after = await giveUp(parts, tx, row, says);
    if (after) await tell(parts, tx, after, systemCaller, 'sponsorship.refused');
  });
}
