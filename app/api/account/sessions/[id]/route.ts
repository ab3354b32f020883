import { endOwnOtherSessions, endOwnSession } from '@/lib/auth/account-sessions';
import { readAccount } from '@/lib/auth/read-account';
import { accountSchema } from '@/lib/contract/account';
import { sessionParamsSchema } from '@/lib/contract/account-requests';
import { route } from '@/lib/server';

export const DELETE = route(
  { id: 'account.end-sessions', params: sessionParamsSchema, response: accountSchema },
  async ({ landfall, identity, caller, params: { id } }) => {
    if (id === 'others') await endOwnOtherSessions(landfall.auth, { identity, caller });
    else await endOwnSession(landfall.auth, { id, identity, caller });
    return readAccount(landfall.auth, identity);
  },
);
