import { systemCaller } from '../contract/caller';
import type { BackgroundJob } from '../core/background-jobs';
import {
  listExpiredSends,
  lockDecisionsOf,
  readMsToNextExpiry,
  type DecisionRow,
} from '../store/sponsorship/decisions';
import { recordDecisionChange } from './record-decision-change';
import type { SponsorshipDeps } from './sponsorship-deps';
import { tryTransition } from './transition-decision';

const batch = 20;

/** Runs when a lease expires. The interval is shorter than a lease, so that each lease is known before it expires. */
export function createLeaseJob(deps: SponsorshipDeps): BackgroundJob {
  return {
    name: 'expire leases',
    everyMs: 30_000,
    run: () => expireLeases(deps),
    early: { afterMs: 1000, untilDueMs: () => readMsToNextExpiry(deps.database.db) },
  };
}

/** @internal Marks a send whose lease has expired as unknown. */
export async function expireLeases(deps: SponsorshipDeps): Promise<void> {
  for (const row of await listExpiredSends(deps.database.db, batch)) await markUnknown(deps, row);
}

async function markUnknown(deps: SponsorshipDeps, row: DecisionRow): Promise<void> {
  const explanation = 'No reply was recorded in time.';
  await deps.database.transaction(async (tx) => {
    await lockDecisionsOf(tx, row);
    const after = await tryTransition(
      tx,
      row,
      { type: 'lease_ran_out' },
      {
        claims: row.claims,
        ifLeaseExpired: true,
        set: { outcome: explanation },
        leaseForMs: null,
        step: { at: deps.clock.now(), by: 'system', explanation },
      },
    );
    if (after) await recordDecisionChange(deps, tx, after, systemCaller, 'sponsorship.unknown');
  });
}
