import { staffWithPasswordSchema, staffParamsSchema } from '@/lib/contract/staff';
import { resetPassword } from '@/lib/auth/staff-operations';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'staff.reset-password', params: staffParamsSchema, response: staffWithPasswordSchema },
  ({ landfall, caller, params: { id } }) => resetPassword(landfall.auth, { id, caller }),
);
