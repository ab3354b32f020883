import { confirmAccount } from '@/lib/auth/confirm-account';
import { listStaff } from '@/lib/auth/staff-operations';
import { staffListSchema, staffParamsSchema } from '@/lib/contract/staff';
import { route } from '@/lib/server';

export const POST = route(
  { id: 'staff.confirm', params: staffParamsSchema, response: staffListSchema },
  async ({ landfall, caller, staff, params: { id } }) => {
    await confirmAccount(landfall.auth, { id, caller, staff });
    return listStaff(landfall.auth, staff.id);
  },
);
