import { createRecoveryCodes } from '@/lib/auth/recovery-codes';
import { recoveryCodesSchema } from '@/lib/contract/account';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'account.create-recovery-codes', response: recoveryCodesSchema },
  async ({ landfall, identity, caller }) => ({
    codes: await createRecoveryCodes(landfall.auth, { identity, caller }),
  }),
);
