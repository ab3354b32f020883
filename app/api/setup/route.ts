import { createFirstAdmin } from '@/lib/auth/first-admin';
import { setupFormSchema } from '@/lib/contract/staff';
import { redirectResponse } from '@/lib/http/redirect-response';
import { route } from '@/lib/server';

/** A plain form, so that the first admin can be created without scripts. */
export const POST = route({ id: 'auth.setup', body: setupFormSchema }, async ({ landfall, caller, body }) => {
  const result = await createFirstAdmin(landfall.auth, { ...body, caller });
  if (result.kind === 'created') return redirectResponse(new URL(result.url).pathname);
  return redirectResponse(result.kind === 'closed' ? '/sign-in' : `/setup?problem=${result.kind}`);
});
