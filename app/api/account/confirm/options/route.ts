import { createConfirmOptions } from '@/lib/auth/confirm-identity';
import { assertionOptionsSchema } from '@/lib/contract/account';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'account.confirm-options', response: assertionOptionsSchema },
  ({ landfall, identity, caller }) => createConfirmOptions(landfall.auth, { identity, caller }),
);
