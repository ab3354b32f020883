import { staffParamsSchema, staffWithLinkSchema } from '@/lib/contract/staff';
import { resetPassword } from '@/lib/auth/staff-operations';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'staff.reset-password', params: staffParamsSchema, response: staffWithLinkSchema },
  ({ landfall, caller, params: { id } }) => resetPassword(landfall.auth, { id, caller }),
);
