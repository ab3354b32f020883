import { endOwnSession } from '@/lib/auth/account-sessions';
import { readAccount } from '@/lib/auth/read-account';
import { accountSchema } from '@/lib/contract/account';
import { uuidParamsSchema } from '@/lib/contract/base-schemas';
import { route } from '@/lib/server';

export const DELETE = route(
  { id: 'account.end-session', params: uuidParamsSchema, response: accountSchema },
  async ({ landfall, identity, caller, params: { id } }) => {
    await endOwnSession(landfall.auth, { id, identity, caller });
    return readAccount(landfall.auth, identity);
  },
);
