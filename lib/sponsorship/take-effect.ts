import type { Db } from '../store/database/database';
import { listDecisions, type DecisionRow } from '../store/sponsorship/decisions';
import { closeRequests } from '../store/sponsorship/full-requests';
import { describeInEffect } from './check-decision';
import { isInEffect } from './decision-state-machine';
import { giveUp } from './give-up';
import type { SponsorshipDeps } from './sponsorship-deps';

/** Closes the open request that a decision in effect has answered. */
export async function closeAnsweredRequests({ clock }: SponsorshipDeps, tx: Db, row: DecisionRow): Promise<void> {
  if (!isInEffect(row) || row.importId === null) return;
  const reason = row.kind === 'reject' ? 'rejected' : 'accepted';
  await closeRequests(tx, row.environment, row.importId, { at: clock.now(), reason });
}

/**
 * For a decision that turns out to be in effect only later. Another one may have been approved meanwhile without knowing
 * this, so it is not sent: it could overturn the first, or pay again.
 */
export async function takeEffectLate(deps: SponsorshipDeps, tx: Db, row: DecisionRow): Promise<void> {
  if (!isInEffect(row) || row.importId === null) return;
  await closeAnsweredRequests(deps, tx, row);
  const decisions = await listDecisions(tx, row.environment, row.importId);
  const approved = decisions.find(({ state }) => state === 'approved');
  if (approved) await giveUp(deps, tx, approved, describeInEffect(row));
}
