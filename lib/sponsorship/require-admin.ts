import { actorName, type Caller } from '../contract/caller';
import type { Role } from '../contract/roles';
import { LandfallError } from '../core/errors';

export function requireAdmin({ actor }: Caller): { id: string; name: string; role: Role } {
  if (actor.kind !== 'staff' || actor.role !== 'admin') {
    throw new LandfallError('forbidden', 'Only an admin can change the policy.');
  }
  return { id: actor.id, name: actorName(actor), role: actor.role };
}
