import { endOwnOtherSessions } from '@/lib/auth/account-sessions';
import { sessionsEndedSchema } from '@/lib/contract/account';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'account.end-other-sessions', response: sessionsEndedSchema },
  ({ landfall, identity, caller }) => endOwnOtherSessions(landfall.auth, { identity, caller }),
);
