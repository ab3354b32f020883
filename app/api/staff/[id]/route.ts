import { changeStaffBodySchema, staffListSchema } from '@/lib/contract/staff';
import * as z from 'zod/mini';
import { text } from '@/lib/contract/base-schemas';
import { route } from '@/lib/server';

const params = z.object({ id: text(100) });

export const PATCH = route(
  { id: 'staff.change', params, body: changeStaffBodySchema, response: staffListSchema },
  async ({ landfall, caller, params: { id }, body: { role, disabled } }) => {
    const { staff } = landfall.auth;
    if (role !== undefined) await staff.changeRole({ id, role, caller });
    if (disabled === true) await staff.disable({ id, caller });
    if (disabled === false) await staff.enable({ id, caller });
    return staff.list();
  },
);
