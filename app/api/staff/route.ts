import { addStaffBodySchema, staffListSchema, staffWithPasswordSchema } from '@/lib/contract/staff';
import { created } from '@/lib/http/reply';
import { route } from '@/lib/server';

export const GET = route({ id: 'staff.list', response: staffListSchema }, ({ landfall }) => landfall.auth.staff.list());

export const POST = route(
  { id: 'staff.add', body: addStaffBodySchema, response: staffWithPasswordSchema },
  async ({ landfall, caller, body }) => created(await landfall.auth.staff.add({ ...body, caller })),
);
