import type { ReactNode } from 'react';
import type { Role } from '@/lib/contract/roles';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { Icon } from '../ui/icon';
import { Notice } from '../ui/notice';
import { AuthLayout } from './auth-layout';
import { PasskeySignIn } from './passkey-sign-in';

type DemoAccount = { email: string; role: Role; password: string };

const roleDescriptions: Record<Role, string> = {
  viewer: 'reads',
  agent: 'creates imports',
  approver: 'decides sponsorship',
  admin: 'runs everything',
};

export type SignInProps = {
  csrfToken: string;
  callbackUrl: string;
  oidc: { label: string; host: string } | null;
  local: boolean;
  error: { title: string; detail: string } | null;
  /** Kept after a failed attempt, and after choosing a password. */
  email: string;
  /** The person has just chosen a password at their link. */
  passwordSet?: boolean | undefined;
  partnerName: string;
  /** Only in the embedded default. */
  demoAccounts?: readonly DemoAccount[] | undefined;
};

/** Plain forms that post to next-auth, so sign-in works without JavaScript. */
export function SignInForm({
  csrfToken,
  callbackUrl,
  oidc,
  local,
  error,
  email,
  passwordSet = false,
  partnerName,
  demoAccounts = [],
}: SignInProps) {
  const hiddenFields = (
    <>
      <input type="hidden" name="csrfToken" value={csrfToken} />
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
    </>
  );
  // Only the local form sends an e-mail address, so the error belongs there.
  const localFormFailed = error !== null && local && email !== '';
  const errorNotice = error && (
    <Notice tone="error" live title={error.title}>
      {error.detail}
    </Notice>
  );
  return (
    <AuthLayout
      title="Sign in"
      intro={`For the staff of ${partnerName}`}
      footer="Customers need no account: they use the link they were sent."
    >
      {passwordSet && error === null && (
        <Notice tone="done" live className="mt-6" title="Your password is set.">
          Sign in with it.
        </Notice>
      )}
      {error && !localFormFailed && <div className="mt-6">{errorNotice}</div>}
      {oidc && (
        <form action="/api/auth/signin/oidc" method="post" className="mt-6">
          {hiddenFields}
          <Button type="submit" variant="primary" icon="key" size="lg" className="w-full">
            {oidc.label}
          </Button>
          <p className="mt-2 text-center text-12 text-meta">Opens {oidc.host}</p>
        </form>
      )}
      {oidc && local && (
        <p className="my-6 flex items-center gap-3 text-12 text-meta before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or with a local account
        </p>
      )}
      {local && (
        <form action="/api/auth/callback/credentials" method="post" className={oidc ? 'grid gap-4' : 'mt-6 grid gap-4'}>
          {hiddenFields}
          {localFormFailed && errorNotice}
          <TextField label="E-mail" required type="email" name="email" defaultValue={email} autoComplete="username" />
          <TextField
            label="Password"
            required
            type="password"
            name="password"
            autoComplete="current-password"
            autoFocus={localFormFailed || passwordSet}
            aria-invalid={localFormFailed}
          />
          <Button type="submit" variant={oidc ? 'secondary' : 'primary'} size="lg" className="w-full">
            Sign in
          </Button>
        </form>
      )}
      {local && <PasskeySignIn>{hiddenFields}</PasskeySignIn>}
      {demoAccounts.length > 0 && <DemoAccounts accounts={demoAccounts}>{hiddenFields}</DemoAccounts>}
      <p className="mt-4 text-12 text-meta">No account, or forgot your password? Ask an admin for a link.</p>
    </AuthLayout>
  );
}

function DemoAccounts({
  accounts,
  children,
}: {
  accounts: readonly DemoAccount[];
  /** The hidden fields that every sign-in form needs. */
  children: ReactNode;
}) {
  return (
    <section aria-labelledby="demo-accounts" className="mt-6">
      <h2
        id="demo-accounts"
        className="flex items-center gap-3 text-12 font-normal text-meta before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
      >
        demo accounts of this machine
      </h2>
      <ul className="mt-4 grid grid-cols-2 gap-2">
        {accounts.map((account) => (
          <li key={account.email}>
            <form action="/api/auth/callback/credentials" method="post">
              {children}
              <input type="hidden" name="email" value={account.email} />
              <input type="hidden" name="password" value={account.password} />
              <button
                type="submit"
                data-tip={account.email}
                className="group/demo flex w-full items-center gap-2 rounded-2 border border-line-strong py-1.5 ps-3 pe-2 text-start hover:bg-hover"
              >
                <span className="min-w-0 flex-1">
                  <span className="block text-13 font-strong capitalize">{account.role}</span>
                  <span className="block truncate text-12 text-meta">{roleDescriptions[account.role]}</span>
                </span>
                <Icon name="right" size={12} className="text-meta rtl:-scale-x-100" />
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
