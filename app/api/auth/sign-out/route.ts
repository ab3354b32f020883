import { z } from 'zod';
import { signOut } from '@/lib/auth/create-auth';
import { redirectResponse } from '@/lib/http/redirect-response';
import { route } from '@/lib/server';

const body = z.object({ everywhere: z.boolean().default(false) });

/** A plain form, so that signing out works without scripts. */
export const POST = route(
  { id: 'auth.sign-out', body },
  async ({ landfall, request, caller, body: { everywhere } }) => {
    const cookieHeader = request.headers.get('cookie');
    const clearedCookie = await signOut(landfall.auth, { cookieHeader, everywhere, caller });
    return redirectResponse('/sign-in', new Headers({ 'set-cookie': clearedCookie }));
  },
);
