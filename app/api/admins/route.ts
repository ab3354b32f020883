import { listAdminNames } from '@/lib/auth/staff-operations';
import { adminNamesSchema } from '@/lib/contract/staff';
import { route } from '@/lib/server';

export const GET = route({ id: 'staff.admins', response: adminNamesSchema }, ({ landfall }) =>
  listAdminNames(landfall.auth),
);
