import { systemCaller } from '../contract/caller';
import { listRunOutSends, moveDecision, type DecisionRow } from '../store/decisions';
import { kindWord, tell } from './send-decision';
import type { SponsorshipParts } from './sponsorship-parts';

const batch = 20;

/** A background job of every instance: a send whose lease has expired becomes unknown, whichever instance sent it. */
export async function expireLeases(parts: SponsorshipParts): Promise<void> {
  for (const row of await listRunOutSends(parts.database.db, batch)) await makeUnknown(parts, row);
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
