import { signOutEverywhere } from '@/lib/auth/staff-operations';
import { signedOutSchema, staffParamsSchema } from '@/lib/contract/staff';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'staff.sign-out', params: staffParamsSchema, response: signedOutSchema },
  ({ landfall, caller, params: { id } }) => signOutEverywhere(landfall.auth, { id, caller }),
);
