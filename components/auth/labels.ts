import type { Role } from '@/lib/contract/roles';

const roleDescriptions: Record<Role, string> = {
  viewer: 'reads',
  agent: 'creates imports',
  approver: 'decides sponsorship',
  admin: 'manages everything',
};

export const authLabels = { product: 'Landfall' };

export const signInLabels = {
  title: 'Sign in',
  intro: (partnerName: string) => `For the staff of ${partnerName}`,
  footer: 'Customers need no account. They use the link they received.',
  passwordSet: 'Your password is set.',
  passwordSetHint: 'Sign in with it.',
  companyAccount: 'Continue with your company account',
  opens: (host: string) => `Opens ${host}`,
  or: 'or with a local account',
  email: 'E-mail',
  emailMissing: 'Enter your e-mail address.',
  password: 'Password',
  passwordMissing: 'Enter your password.',
  button: 'Sign in',
  passkey: 'Sign in with a passkey',
  passkeyFailed: 'Try again.',
  demoAccounts: 'demo accounts of this machine',
  roleDescriptions,
  help: 'No account, or forgot your password? Ask an admin for a link.',
};

export const setPasswordLabels = {
  title: 'Choose your password',
  intro: 'Use it to sign in from now on. This link works once.',
  email: 'E-mail',
  password: 'Password',
  hint: (minLength: number) => `At least ${minLength} characters`,
  repeated: 'Repeat the password',
  button: 'Set password',
};

export const unusableLinkLabels = {
  signIn: 'Go to sign-in',
  used: {
    title: 'This link has already been used',
    text: 'If you chose your password with it, sign in. If that was not you, ask your admin for a new link right away.',
  },
  replaced: {
    title: 'This link no longer works',
    text: 'If there is a newer link for your account, use that one. If not, ask your admin for a new link.',
  },
  expired: { title: 'This link has expired', text: 'Links work for 24 hours. Ask your admin for a new link.' },
  unknown: {
    title: 'This link does not work',
    text: 'Check that the link is complete. If it is, ask your admin for a new link.',
  },
  disabled: { title: 'This account is disabled', text: 'Ask your admin to enable it.' },
  throttled: { title: 'Too many attempts', text: 'Wait 15 minutes, then open the link again.' },
};
