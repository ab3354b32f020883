import { changeStaffBodySchema, staffListSchema, staffParamsSchema } from '@/lib/contract/staff';
import { route } from '@/lib/server';

export const PATCH = route(
  { id: 'staff.change', params: staffParamsSchema, body: changeStaffBodySchema, response: staffListSchema },
  async ({ landfall, caller, params: { id }, body: { role, disabled } }) => {
    const { staff } = landfall.auth;
    if (role !== undefined) await staff.changeRole({ id, role, caller });
    if (disabled === true) await staff.disable({ id, caller });
    if (disabled === false) await staff.enable({ id, caller });
    return staff.list();
  },
);
