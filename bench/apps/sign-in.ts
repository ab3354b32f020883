import { z } from 'zod';
import type { StartupInfo } from '../../scripts/steps/start-app';

const csrfSchema = z.object({ csrfToken: z.string() });

/** Returns the cookies of a session of the demo account with this role. */
export async function signIn(origin: string, accounts: StartupInfo['demoAccounts'], role: string): Promise<string> {
  const account = accounts.find((entry) => entry.role === role);
  if (account === undefined) throw new Error(`there is no demo account for ${role}`);
  const csrf = await fetch(`${origin}/api/auth/csrf`);
  const { csrfToken } = csrfSchema.parse(await csrf.json());
  const signedIn = await fetch(`${origin}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(csrf), origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrfToken, email: account.email, password: account.password }),
  });
  return cookiesOf(signedIn);
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
