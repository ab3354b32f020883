import { systemCaller } from '../contract/caller';
import type { Db } from '../store/database/database';
import type { DecisionRow } from '../store/sponsorship/decisions';
import { recordDecisionChange } from './record-decision-change';
import type { SponsorshipDeps } from './sponsorship-deps';
import { tryTransition } from './transition-decision';

/** Closes a decision that never reached the service. After "send again" the earlier send is still unknown. */
export async function giveUp(
  deps: SponsorshipDeps,
  tx: Db,
  row: DecisionRow,
  reason: string,
): Promise<DecisionRow | undefined> {
  const at = deps.clock.now();
  const sentBefore = row.sends > 0;
  const explanation = sentBefore ? `Not sent again. ${reason} ${earlierSendUnknown}` : `Not sent. ${reason}`;
  const after = await tryTransition(
    tx,
    row,
    { type: 'give_up', sentBefore },
    {
      set: { outcome: explanation, ...(sentBefore ? noResolution : { answeredAt: at }) },
      notBeforeInMs: null,
      step: { at, by: 'system', explanation },
    },
  );
  if (after) await recordDecisionChange(deps, tx, after, systemCaller, `sponsorship.${after.state}`);
  return after;
}

export const earlierSendUnknown = 'The outcome of the earlier send is still unknown.';

/** Takes back what a person settled. */
export const noResolution = {
  resolution: null,
  resolvedById: null,
  resolvedBy: null,
  resolvedAt: null,
  resolutionReason: '',
};
