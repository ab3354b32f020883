import type { Caller } from '../contract/caller';
import { addressKey } from '../core/address-key';

/** The person whose share and limit a call counts against. Null: Landfall itself. */
export function personOf({ actor, address }: Caller): string | null {
  switch (actor.kind) {
    case 'staff':
      return `staff ${actor.id}`;
    case 'key':
      return `key ${actor.id}`;
    case 'customer':
    case 'stranger':
      return `address ${addressKey(address)}`;
    default:
      return null;
  }
}
