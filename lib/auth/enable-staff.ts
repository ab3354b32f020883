import type { Caller } from '../contract/caller';
import { LandfallError } from '../core/errors';
import { recordChange } from '../store/changes';
import { updateStaff } from '../store/staff';
import { type StaffParts, facts, lockForChange } from './staff-parts';

export async function enableStaff(
  parts: StaffParts & { demo: boolean },
  change: { id: string; caller: Caller },
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const { row } = await lockForChange(tx, change.id);
    if (row.disabledAt === null) return;
    if (row.source === 'demo' && !parts.demo) {
      throw new LandfallError('conflict', { person: 'Demo accounts exist in the demo on this machine alone.' });
    }
    await updateStaff(tx, row.id, { disabledAt: null });
    await recordChange(tx, { kind: 'staff', environment: 'live', subject: row.id });
    await parts.audit.append(tx, {
      caller: change.caller,
      action: 'staff.enabled',
      subject: row.email,
      before: facts(row),
      after: facts({ ...row, disabledAt: null }),
    });
  });
}
