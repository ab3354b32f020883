import { addStaff } from '@/lib/auth/add-staff';
import { listStaff } from '@/lib/auth/staff-operations';
import { addStaffBodySchema, staffListSchema, staffWithLinkSchema } from '@/lib/contract/staff';
import { created } from '@/lib/http/reply';
import { route } from '@/lib/server';

export const GET = route({ id: 'staff.list', response: staffListSchema }, ({ landfall, staff }) =>
  listStaff(landfall.auth, staff.id),
);

export const POST = route(
  { id: 'staff.add', body: addStaffBodySchema, response: staffWithLinkSchema },
  async ({ landfall, caller, body }) => created(await addStaff(landfall.auth, { ...body, caller })),
);
