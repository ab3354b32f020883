import { confirmIdentity, readConfirmWays } from '@/lib/auth/confirm-identity';
import { confirmedSchema, confirmWaysSchema } from '@/lib/contract/account';
import { confirmBodySchema } from '@/lib/contract/account-requests';
import { withNewSession } from '@/lib/http/with-new-session';
import { route } from '@/lib/server';

export const GET = route({ id: 'account.confirm-ways', response: confirmWaysSchema }, ({ landfall, identity }) =>
  readConfirmWays(landfall.auth, identity),
);

export const POST = route(
  { id: 'account.confirm', body: confirmBodySchema, response: confirmedSchema },
  async ({ landfall, identity, caller, body }) => {
    const { sessionId, recoveryCodesLeft } = await confirmIdentity(landfall.auth, { identity, caller, proof: body });
    return withNewSession(landfall.auth, sessionId, { recoveryCodesLeft });
  },
);
