import { changePassword } from '@/lib/auth/change-password';
import { sessionsEndedSchema } from '@/lib/contract/account';
import { changePasswordBodySchema } from '@/lib/contract/account-requests';
import { withNewSession } from '@/lib/http/with-new-session';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'account.change-password', body: changePasswordBodySchema, response: sessionsEndedSchema },
  async ({ landfall, identity, caller, body }) => {
    const { sessionId, ended } = await changePassword(landfall.auth, { ...body, identity, caller });
    return withNewSession(landfall.auth, sessionId, { ended });
  },
);
