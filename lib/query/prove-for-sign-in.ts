import { apiPost } from './api-fetch';
import { askForPasskey } from './passkeys';

/** The fields of the sign-in form. */
export async function proveForSignIn(): Promise<{ challengeId: string; assertion: string }> {
  const options = await apiPost('/api/auth/passkey-options', 'live', 'assertionOptionsSchema');
  return { challengeId: options.challengeId, assertion: JSON.stringify(await askForPasskey(options)) };
}
