import type { Role } from './roles';

export type Actor =
  | { kind: 'staff'; id: string; name: string; email: string; role: Role }
  | { kind: 'key'; id: string; name: string }
  | { kind: 'customer'; name: string }
  | { kind: 'command'; name: string }
  | { kind: 'service' }
  | { kind: 'system' }
  | { kind: 'stranger' };

/** Passed to every operation that writes, for the audit log. */
export interface Caller {
  actor: Actor;
  address: string;
  requestId: string;
}

export const asCustomer = (caller: Caller): Caller => ({ ...caller, actor: { kind: 'customer', name: 'customer' } });

export const systemCaller: Caller = { actor: { kind: 'system' }, address: '', requestId: 'system' };

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
