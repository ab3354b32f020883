import { readAccount } from '@/lib/auth/read-account';
import { accountSchema } from '@/lib/contract/account';
import { route } from '@/lib/server';

export const GET = route({ id: 'account.read', response: accountSchema }, ({ landfall, identity }) =>
  readAccount(landfall.auth, identity),
);
