import type { Caller } from '../contract/caller';
import { LandfallError } from '../core/errors';
import { endOtherSessions, findSessionWithStaff } from '../store/staff/sessions';
import type { AuthDeps, Identity } from './auth-deps';
import { endSession } from './sessions';
import { changeStaff } from './staff-operations';

export async function endOwnSession(
  deps: AuthDeps,
  { id, identity, caller }: { id: string; identity: Identity; caller: Caller },
): Promise<void> {
  const row = await findSessionWithStaff(deps.database.db, id);
  if (row?.staff.id !== identity.staff.id)
    throw new LandfallError('not_found', 'This session does not exist or has ended.');
  await endSession(deps, id, caller);
}

export async function endOwnOtherSessions(
  deps: AuthDeps,
  { identity, caller }: { identity: Identity; caller: Caller },
): Promise<{ ended: number }> {
  let ended = 0;
  await changeStaff(deps, { id: identity.staff.id, caller }, async (tx, row) => {
    ended = await endOtherSessions(tx, row.id, { id: identity.sessionId, at: deps.clock.now() });
    return { action: 'staff.other_sessions_ended', after: { sessionsEnded: ended } };
  });
  return { ended };
}
