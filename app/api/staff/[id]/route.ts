import { changeStaffBodySchema, staffListSchema, staffParamsSchema } from '@/lib/contract/staff';
import { changeRole, disableStaff, enableStaff, listStaff } from '@/lib/auth/staff-operations';
import { route } from '@/lib/server';

export const PATCH = route(
  { id: 'staff.change', params: staffParamsSchema, body: changeStaffBodySchema, response: staffListSchema },
  async ({ landfall, caller, staff, params: { id }, body: { role, disabled } }) => {
    const { auth } = landfall;
    if (role !== undefined) await changeRole(auth, { id, role, caller });
    if (disabled === true) await disableStaff(auth, { id, caller });
    if (disabled === false) await enableStaff(auth, { id, caller });
    return listStaff(auth, staff.id);
  },
);
