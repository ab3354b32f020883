import type { StaffEntry } from '../contract/staff';
import { countLiveSessions } from '../store/sessions';
import { listStaff as listRows } from '../store/staff';
import { sessionLimits } from './create-sessions';
import { type StaffParts, rolesComeFromDirectory } from './staff-parts';

export async function listStaff(parts: StaffParts): Promise<StaffEntry[]> {
  const nowMs = parts.clock.now().getTime();
  const live = await countLiveSessions(parts.database.db, {
    createdAfter: new Date(nowMs - sessionLimits.absoluteMs),
    actedAfter: new Date(nowMs - sessionLimits.idleMs),
  });
  const rows = await listRows(parts.database.db);
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    source: row.source,
    roleFromDirectory: rolesComeFromDirectory(parts, row),
    disabled: row.disabledAt !== null,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    liveSessions: row.disabledAt === null ? (live.get(row.id) ?? 0) : 0,
  }));
}
