export interface SignInProblem {
  title: string;
  detail: string;
}

const companyAccountFailed: SignInProblem = {
  title: 'Your company account could not be used.',
  detail: 'Try again. If it happens again, contact an admin.',
};

const askAdmin = 'Ask an admin for access.';

const problems: Readonly<Record<string, SignInProblem>> = {
  Missing: { title: 'E-mail address or password is missing.', detail: 'Enter both, then try again.' },
  Throttled: { title: 'Too many failed attempts.', detail: 'Wait 15 minutes, then try again.' },
  PasskeyRejected: { title: 'The passkey was not accepted.', detail: 'Try again, or sign in with your password.' },
  Cancelled: { title: 'Sign-in was cancelled.', detail: 'Start again when you are ready.' },
  OAuthSignin: {
    title: 'Your company account cannot be reached.',
    detail: 'Try again in a moment. If it happens again, contact an admin.',
  },
  OAuthCallback: companyAccountFailed,
  Callback: companyAccountFailed,
  NoEmail: { title: 'Your company account has no e-mail address.', detail: 'Contact an admin.' },
  UnverifiedEmail: {
    title: 'Your e-mail address is not verified.',
    detail: 'Verify it in your company account, then try again.',
  },
  OtherDomain: { title: 'This e-mail domain has no access.', detail: 'Use your company address, or contact an admin.' },
  NoRole: { title: 'No access yet.', detail: `Your company account has no role in Landfall. ${askAdmin}` },
  UnknownPerson: { title: 'No access yet.', detail: `You have no account here. ${askAdmin}` },
  Disabled: { title: 'This account is disabled.', detail: askAdmin },
  OtherIdentity: {
    title: 'Your e-mail address belongs to another company account here.',
    detail: 'Contact an admin.',
  },
  Cookies: {
    title: 'Cookies are blocked.',
    detail: 'Allow cookies for this site, then try again.',
  },
  SessionRequired: { title: 'Sign in first.', detail: 'You then continue to the page you opened.' },
};

/** Error code of a wrong password, for the URL of the sign-in page. */
export const triesLeftCode = (triesLeft: number) => `TriesLeft${triesLeft}`;

/** Unknown codes get a generic text: the URL's content is never shown. */
export function describeSignInError(code: string | undefined): SignInProblem | null {
  if (code === undefined || code === '') return null;
  const triesLeft = /^TriesLeft(\d)$/.exec(code)?.[1];
  if (triesLeft !== undefined) return describeTriesLeft(Number(triesLeft));
  return (
    (Object.hasOwn(problems, code) ? problems[code] : undefined) ?? {
      title: 'Sign-in failed.',
      detail: 'Try again. If it happens again, contact an admin.',
    }
  );
}

function describeTriesLeft(triesLeft: number): SignInProblem {
  const title = 'E-mail address or password is wrong.';
  if (triesLeft === 0) return { title, detail: 'That was the last attempt. Wait 15 minutes, then try again.' };
  const left = triesLeft === 1 ? '1 attempt left' : `${triesLeft} attempts left`;
  return { title, detail: `${left}. After that, sign-in is locked for 15 minutes.` };
}
