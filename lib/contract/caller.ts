import type { Role } from './roles';

/** Who acts. A customer and a stranger are never trusted with more than their own link shows them. */
export type Actor =
  | { kind: 'staff'; id: string; name: string; email: string; role: Role }
  | { kind: 'key'; name: string }
  | { kind: 'customer'; name: string }
  | { kind: 'command'; name: string }
  | { kind: 'service' }
  | { kind: 'system' }
  | { kind: 'stranger' };

/** Who calls, from where, under which request id: handed down to every verb that writes, for the audit. */
export interface Caller {
  actor: Actor;
  address: string;
  requestId: string;
}

export const systemCaller: Caller = { actor: { kind: 'system' }, address: '', requestId: 'system' };

/** How the audit and the timeline name somebody. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'staff':
      return actor.name || actor.email;
    case 'key':
      return `key ${actor.name}`;
    case 'customer':
      return actor.name;
    case 'command':
      return `command ${actor.name}`;
    default:
      return actor.kind;
  }
}
