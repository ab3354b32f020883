import { createRegistrationOptions } from '@/lib/auth/register-passkey';
import { registrationOptionsSchema } from '@/lib/contract/account';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'account.passkey-options', response: registrationOptionsSchema },
  ({ landfall, staff, caller }) => createRegistrationOptions(landfall.auth, { staff, caller }),
);
