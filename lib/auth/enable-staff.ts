import type { Caller } from '../contract/caller';
import { LandfallError } from '../core/errors';
import { recordChange } from '../store/events/changes';
import { updateStaff } from '../store/staff/staff';
import { type StaffDeps, auditSnapshot, lockForChange } from './staff-deps';

export async function enableStaff(
  deps: StaffDeps & { demo: boolean },
  change: { id: string; caller: Caller },
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const { row } = await lockForChange(tx, change.id);
    if (row.disabledAt === null) return;
    if (row.source === 'demo' && !deps.demo) {
      throw new LandfallError('conflict', { userMessage: 'Demo accounts exist in the demo on this machine alone.' });
    }
    await updateStaff(tx, row.id, { disabledAt: null });
    await recordChange(tx, { kind: 'staff', environment: 'live', subject: row.id });
    await deps.audit.append(tx, {
      caller: change.caller,
      action: 'staff.enabled',
      subject: row.email,
      before: auditSnapshot(row),
      after: auditSnapshot({ ...row, disabledAt: null }),
    });
  });
}
