import { staffWithPasswordSchema } from '@/lib/contract/staff';
import * as z from 'zod/mini';
import { text } from '@/lib/contract/base-schemas';
import { route } from '@/lib/server';

const params = z.object({ id: text(100) });

export const POST = route(
  { id: 'staff.reset-password', params, response: staffWithPasswordSchema },
  ({ landfall, caller, params: { id } }) => landfall.auth.staff.resetPassword({ id, caller }),
);
