import type { Caller } from '../../contract/caller';
import type { Role } from '../../contract/roles';
import type { Db } from '../../store/database/database';
import { insertStaff } from '../../store/staff/staff';

/** The same name is the same person. */
export function staffId(name: string): string {
  return `00000000-0000-4000-8000-${Buffer.from(name).toString('hex').padStart(12, '0').slice(-12)}`;
}

export function staffCaller(name: string, role: Role = 'approver'): Caller {
  return {
    actor: { kind: 'staff', id: staffId(name), name, email: `${name.toLowerCase()}@northdesk.example`, role },
    address: '127.0.0.1',
    requestId: 'test',
  };
}

export async function addStaff(db: Db, { actor }: Caller): Promise<void> {
  if (actor.kind !== 'staff') throw new Error('staff expected');
  const { id, email, name, role } = actor;
  await insertStaff(db, { id, email, name, role, source: 'local', createdAt: new Date() });
}
