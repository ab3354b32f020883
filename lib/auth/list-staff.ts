import type { StaffEntry } from '../contract/staff';
import { countLiveSessions } from '../store/staff/sessions';
import { listStaff as listRows } from '../store/staff/staff';
import { sessionLimits } from './create-sessions';
import { type StaffDeps, hasDirectoryRole } from './staff-deps';

export async function listStaff(deps: StaffDeps): Promise<StaffEntry[]> {
  const nowMs = deps.clock.now().getTime();
  const live = await countLiveSessions(deps.database.db, {
    createdAfter: new Date(nowMs - sessionLimits.absoluteMs),
    activeAfter: new Date(nowMs - sessionLimits.idleMs),
  });
  const rows = await listRows(deps.database.db);
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    source: row.source,
    roleFromDirectory: hasDirectoryRole(deps, row),
    disabled: row.disabledAt !== null,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    liveSessions: row.disabledAt === null ? (live.get(row.id) ?? 0) : 0,
  }));
}
