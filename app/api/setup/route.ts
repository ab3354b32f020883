import { createFirstAdmin } from '@/lib/auth/first-admin';
import { setupFormSchema } from '@/lib/contract/staff';
import { redirectResponse } from '@/lib/http/redirect-response';
import { lastEmailCookie, signInCookie } from '@/lib/http/sign-in-cookies';
import { route } from '@/lib/server';

/** A plain form, so that the first admin can be created without scripts. */
export const POST = route({ id: 'auth.setup', body: setupFormSchema }, async ({ landfall, caller, body }) => {
  const result = await createFirstAdmin(landfall.auth, { ...body, caller });
  const isWrong = result.kind !== 'created' && result.kind !== 'closed';
  const email = isWrong ? body.email.slice(0, 254) : '';
  const cookie = { name: lastEmailCookie, value: email, maxAgeS: isWrong ? 300 : 0, path: '/setup' } as const;
  const headers = new Headers({ 'set-cookie': signInCookie(landfall.settings.publicOrigin, cookie) });
  if (result.kind === 'created') return redirectResponse(new URL(result.url).pathname, headers);
  return redirectResponse(result.kind === 'closed' ? '/sign-in' : `/setup?problem=${result.kind}`, headers);
});
