import type { Role } from '../contract/roles';
import { roleAtLeast } from '../contract/roles';
import type { Change } from '../contract/stream';

/** A change names a thing and says nothing about it; what the page may see of it, the page has to ask for. */
const requiredRole: Record<Change['kind'], Role> = {
  import: 'viewer',
  decision: 'viewer',
  request: 'viewer',
  bulk: 'viewer',
  delivery: 'admin',
  staff: 'admin',
  settings: 'admin',
};

export function canSee(role: Role, change: Change): boolean {
  return roleAtLeast(role, requiredRole[change.kind]);
}
