import type { Caller } from '../contract/caller';
import { endAllSessions } from './create-sessions';
import { type StaffParts, lockForChange } from './staff-parts';

/** One's own doing or an admin's: every session of the person ends now, whichever browser it is in. */
export async function signOutEverywhere(
  parts: StaffParts,
  change: { id: string; caller: Caller },
): Promise<{ ended: number }> {
  return parts.database.transaction(async (tx) => {
    const { row } = await lockForChange(tx, change.id);
    const ended = await endAllSessions(tx, row.id, parts.clock.now());
    await parts.audit.append(tx, {
      caller: change.caller,
      action: 'staff.signed_out_everywhere',
      subject: row.email,
      after: { sessionsEnded: ended },
    });
    return { ended };
  });
}
