export interface SignInProblem {
  title: string;
  detail: string;
}

const wrongCredentials: SignInProblem = {
  title: 'That did not work',
  detail: 'E-mail address or password is wrong. Check both and try again.',
};

const companyAccountFailed: SignInProblem = {
  title: 'The company account could not be used',
  detail: 'Its answer was not accepted. Try again; if it happens again, tell an admin.',
};

const askAdmin = 'Ask an admin of Landfall to let you in.';

const problems: Readonly<Record<string, SignInProblem>> = {
  CredentialsSignin: wrongCredentials,
  Throttled: {
    title: 'Too many tries',
    detail: 'There were ten failed tries within 15 minutes. Wait a quarter of an hour, then try again.',
  },
  PasskeyRejected: {
    title: 'The passkey was not accepted',
    detail: 'Try again, or sign in with your password.',
  },
  Cancelled: { title: 'Sign-in was cancelled', detail: 'Nothing happened. Start again whenever you like.' },
  OAuthSignin: {
    title: 'The company account cannot be reached',
    detail: 'Try again in a moment; if it stays like this, tell an admin.',
  },
  OAuthCallback: companyAccountFailed,
  Callback: companyAccountFailed,
  NoEmail: {
    title: 'No e-mail address',
    detail: 'Your company account did not tell us an e-mail address. Tell an admin.',
  },
  UnverifiedEmail: {
    title: 'The e-mail address is not verified',
    detail: 'Your company account says that your e-mail address is not verified. Verify it there, then try again.',
  },
  OtherDomain: { title: 'Not from this company', detail: 'Accounts of your e-mail domain cannot sign in here.' },
  NoRole: { title: 'No access yet', detail: `Your company account has no role in Landfall. ${askAdmin}` },
  UnknownPerson: { title: 'No access yet', detail: `We know who you are, but you have no account here. ${askAdmin}` },
  Disabled: { title: 'This account is disabled', detail: askAdmin },
  OtherIdentity: {
    title: 'Another company account',
    detail: 'Your e-mail address belongs to another company account here. Tell an admin.',
  },
  Cookies: {
    title: 'Cookies are needed',
    detail: 'This browser did not keep the cookie that signing in needs. Allow cookies for this site and try again.',
  },
  SessionRequired: { title: 'Sign in first', detail: 'Then you get to where you were going.' },
};

/** Unknown codes get a generic text: the URL's content is never shown. */
export function describeSignInError(code: string | undefined): SignInProblem | null {
  if (code === undefined || code === '') return null;
  return (
    (Object.hasOwn(problems, code) ? problems[code] : undefined) ?? {
      title: 'Signing in did not work',
      detail: 'Try again; if it happens again, tell an admin.',
    }
  );
}
