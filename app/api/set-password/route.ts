import { setPasswordByLink } from '@/lib/auth/set-password-by-link';
import { setPasswordFormSchema } from '@/lib/contract/staff';
import { redirectResponse } from '@/lib/http/redirect-response';
import { lastEmailCookie, passwordSetCookie, signInCookie } from '@/lib/http/sign-in-cookies';
import { route } from '@/lib/server';

/** A plain form, so that choosing a password works without scripts. */
export const POST = route(
  { id: 'auth.set-password', body: setPasswordFormSchema },
  async ({ landfall, caller, body }) => {
    const result = await setPasswordByLink(landfall.auth, { ...body, caller });
    if (result.kind !== 'set') {
      const problem = result.kind === 'invalid' ? `?problem=${result.problem}` : '';
      return redirectResponse(`/set-password/${encodeURIComponent(body.token)}${problem}`);
    }
    const headers = new Headers();
    const { publicOrigin } = landfall.settings;
    for (const [name, value] of [
      [passwordSetCookie, '1'],
      [lastEmailCookie, result.email],
    ] as const) {
      headers.append('set-cookie', signInCookie(publicOrigin, { name, value, maxAgeS: 300 }));
    }
    return redirectResponse('/sign-in', headers);
  },
);
