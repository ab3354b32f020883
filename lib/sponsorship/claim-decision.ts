import { actorName, type Caller } from '../contract/caller';
import { ServiceError } from '../core/errors';
import { lockDecisionsOf, type DecisionRow } from '../store/sponsorship/decisions';
import { findObstacle, senderOf } from './find-obstacle';
import { giveUp } from './give-up';
import { kindLabel, recordDecisionChange } from './record-decision-change';
import { requireDecision } from './require-decision';
import { defaultTiming, type SponsorshipDeps } from './sponsorship-deps';
import { tryTransition } from './transition-decision';

/** Checks the approver, status and availability again: they may have changed since the approval. */
export async function claimDecision(
  deps: SponsorshipDeps,
  id: string,
  caller: Caller,
  ifDue = false,
): Promise<DecisionRow | undefined> {
  return deps.database.transaction(async (tx) => {
    await lockDecisionsOf(tx, await requireDecision(tx, id));
    const before = await requireDecision(tx, id);
    const obstacle = await findObstacle(deps, tx, before);
    if (obstacle !== undefined) return giveUp(deps, tx, before, obstacle);
    const at = deps.clock.now();
    const row = await tryTransition(
      tx,
      before,
      { type: 'claim' },
      {
        set: {
          sentAt: at,
          sends: before.sends + 1,
          answeredAt: null,
          answerStatus: null,
          outcome: '',
          ...senderOf(before),
        },
        leaseForMs: (deps.timing ?? defaultTiming).leaseMs,
        notBeforeInMs: null,
        ifDue,
        step: { at, by: actorName(caller.actor), explanation: `${kindLabel(before)} sent to the service` },
      },
    );
    if (row) await recordDecisionChange(deps, tx, row, caller, 'sponsorship.sending');
    return row;
  });
}

/**
 * Rejects without a call if the process was suspended after the claim: its lease may have expired, and a person may have
 * settled the decision. `send-once.ts` checks the same while the call waits for its slot.
 */
export async function callAfterClaim<T>(
  { clock, timing = defaultTiming }: SponsorshipDeps,
  claimed: DecisionRow,
  call: (deadlineMs: number) => Promise<T>,
): Promise<T> {
  const { callDeadlineMs } = timing;
  const sinceMs = clock.now().getTime() - (claimed.sentAt?.getTime() ?? 0);
  if (sinceMs <= callDeadlineMs) return call(callDeadlineMs);
  throw new ServiceError('service_unreachable', {
    workDone: 'no',
    userMessage: 'Landfall was interrupted before the call.',
  });
}
