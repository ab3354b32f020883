import { systemCaller } from '../contract/caller';
import { listDueDecisions, listRunOutSends, moveDecision, type DecisionRow } from '../store/decisions';
import { notSentWindowMs } from './classify-outcome';
import { nameStartedImports } from './name-started-imports';
import { giveUp, kindWord, sendDecision, tell } from './send-decision';
import type { SponsorshipParts } from './sponsorship-parts';

const batch = 20;

/**
 * Runs all the time on every instance. A send whose lease has run out becomes unknown, whoever had it; an approval
 * that waits is sent when it is due, or given up as "not sent" when fifteen minutes have passed.
 */
export async function sweepDecisions(parts: SponsorshipParts): Promise<void> {
  for (const row of await listRunOutSends(parts.database.db, batch)) await makeUnknown(parts, row);
  for (const row of await listDueDecisions(parts.database.db, batch)) await sendOrGiveUp(parts, row);
  await nameStartedImports(parts);
}

async function makeUnknown(parts: SponsorshipParts, row: DecisionRow): Promise<void> {
  const says = 'No answer was recorded before the time for it ran out.';
  const moved = await parts.database.transaction(async (tx) => {
    const after = await moveDecision(tx, {
      id: row.id,
      from: 'sending',
      to: 'unknown',
      claims: row.claims,
      ifLeaseRanOut: true,
      set: { outcome: says },
      leaseForMs: null,
      step: { at: parts.clock.now(), by: 'system', says },
    });
    if (after) await tell(parts, tx, after, systemCaller, 'sponsorship.unknown');
    return after;
  });
  if (!moved) return;
  parts.notify({
    kind: 'outcome_unknown',
    environment: moved.environment,
    importId: moved.importId,
    text: `${kindWord(moved)} was sent and no answer came. ${says}`,
  });
}

async function sendOrGiveUp(parts: SponsorshipParts, row: DecisionRow): Promise<void> {
  const since = Math.max(row.approvedAt?.getTime() ?? 0, row.resolvedAt?.getTime() ?? 0);
  const tooLate = parts.clock.now().getTime() - since > notSentWindowMs;
  if (!tooLate && row.kind !== 'start_full') {
    await sendDecision(parts, row.id, systemCaller);
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
