import { registerPasskey } from '@/lib/auth/register-passkey';
import { passkeyAddedSchema } from '@/lib/contract/account';
import { addPasskeyBodySchema } from '@/lib/contract/account-requests';
import { withNewSession } from '@/lib/http/with-new-session';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'account.add-passkey', body: addPasskeyBodySchema, response: passkeyAddedSchema },
  async ({ landfall, identity, caller, body }) => {
    const { sessionId, recoveryCodes } = await registerPasskey(landfall.auth, { ...body, identity, caller });
    return withNewSession(landfall.auth, sessionId, { recoveryCodes });
  },
);
