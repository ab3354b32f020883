import { createAssertionOptions } from '@/lib/auth/verify-passkey';
import { assertionOptionsSchema } from '@/lib/contract/account';
import { route } from '@/lib/server';

/** Before sign-in, so it names no passkeys: the browser offers those it has for this site. */
export const POST = route({ id: 'auth.passkey-options', response: assertionOptionsSchema }, ({ landfall, caller }) =>
  createAssertionOptions(landfall.auth, { purpose: 'sign_in', staffId: null, caller }),
);
