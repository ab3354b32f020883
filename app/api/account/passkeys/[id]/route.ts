import { removePasskey, renamePasskey } from '@/lib/auth/change-passkeys';
import { readAccount } from '@/lib/auth/read-account';
import { accountSchema } from '@/lib/contract/account';
import { passkeyParamsSchema, renamePasskeyBodySchema } from '@/lib/contract/account-requests';
import { route } from '@/lib/server';

export const PATCH = route(
  {
    id: 'account.rename-passkey',
    params: passkeyParamsSchema,
    body: renamePasskeyBodySchema,
    response: accountSchema,
  },
  async ({ landfall, identity, staff, caller, params: { id }, body: { name } }) => {
    await renamePasskey(landfall.auth, { id, staff, caller, name });
    return readAccount(landfall.auth, identity);
  },
);

export const DELETE = route(
  { id: 'account.remove-passkey', params: passkeyParamsSchema, response: accountSchema },
  async ({ landfall, identity, staff, caller, params: { id } }) => {
    await removePasskey(landfall.auth, { id, staff, caller });
    return readAccount(landfall.auth, identity);
  },
);
