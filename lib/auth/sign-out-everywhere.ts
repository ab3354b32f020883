import type { Caller } from '../contract/caller';
import { endAllSessions } from './create-sessions';
import { type StaffDeps, lockForChange } from './staff-deps';

/** One's own doing or an admin's: every session of the person ends now, whichever browser it is in. */
export async function signOutEverywhere(
  deps: StaffDeps,
  change: { id: string; caller: Caller },
): Promise<{ ended: number }> {
  return deps.database.transaction(async (tx) => {
    const { row } = await lockForChange(tx, change.id);
    const ended = await endAllSessions(tx, row.id, deps.clock.now());
    await deps.audit.append(tx, {
      caller: change.caller,
      action: 'staff.signed_out_everywhere',
      subject: row.email,
      after: { sessionsEnded: ended },
    });
    return { ended };
  });
}
