import { staffWithPasswordSchema, staffParamsSchema } from '@/lib/contract/staff';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'staff.reset-password', params: staffParamsSchema, response: staffWithPasswordSchema },
  ({ landfall, caller, params: { id } }) => landfall.auth.staff.resetPassword({ id, caller }),
);
