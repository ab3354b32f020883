import { isInEffect } from '../contract/decision-in-effect';
import type { Db } from '../store/database/database';
import type { DecisionRow } from '../store/sponsorship/decisions';
import { closeRequests } from '../store/sponsorship/full-requests';
import type { SponsorshipDeps } from './sponsorship-deps';

/** Closes the open request that a decision in effect has answered. */
export async function closeAnsweredRequests({ clock }: SponsorshipDeps, tx: Db, row: DecisionRow): Promise<void> {
  if (!isInEffect(row) || row.importId === null) return;
  const reason = row.kind === 'reject' ? 'rejected' : 'accepted';
  await closeRequests(tx, row.environment, row.importId, { at: clock.now(), reason });
}
