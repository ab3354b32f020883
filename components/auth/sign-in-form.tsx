import type { ReactNode } from 'react';
import type { Role } from '@/lib/contract/roles';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { Notice } from '../ui/notice';
import { AuthLayout } from './auth-layout';
import { signInLabels as labels } from './labels';
import { PasskeySignIn } from './passkey-sign-in';
import { PasswordSignIn } from './password-sign-in';

type DemoAccount = { email: string; role: Role; password: string };

export type SignInProps = {
  csrfToken: string;
  callbackUrl: string;
  oidc: { host: string } | null;
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
    <AuthLayout title={labels.title} intro={labels.intro(partnerName)} footer={labels.footer}>
      {passwordSet && error === null && (
        <Notice tone="done" live className="mt-6" title={labels.passwordSet}>
          {labels.passwordSetHint}
        </Notice>
      )}
      {error && !localFormFailed && <div className="mt-6">{errorNotice}</div>}
      {oidc && (
        <form action="/api/auth/signin/oidc" method="post" noValidate className="mt-6">
          {hiddenFields}
          <Button type="submit" variant="primary" icon="key" size="lg" className="w-full">
            {labels.companyAccount}
          </Button>
          <p className="mt-2 text-center text-12 text-meta">{labels.opens(oidc.host)}</p>
        </form>
      )}
      {oidc && local && (
        <p className="mt-6 flex items-center gap-3 text-12 text-meta before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {labels.or}
        </p>
      )}
      {local && (
        <PasswordSignIn
          email={email}
          failed={localFormFailed}
          focusPassword={localFormFailed || passwordSet}
          variant={oidc ? 'secondary' : 'primary'}
        >
          {hiddenFields}
          {localFormFailed && errorNotice}
        </PasswordSignIn>
      )}
      {local && <PasskeySignIn>{hiddenFields}</PasskeySignIn>}
      {demoAccounts.length > 0 && <DemoAccounts accounts={demoAccounts}>{hiddenFields}</DemoAccounts>}
      <p className="mt-4 text-12 text-meta">{labels.help}</p>
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
        {labels.demoAccounts}
      </h2>
      <ul className="mt-4 grid grid-cols-2 gap-2">
        {accounts.map((account) => (
          <li key={account.email}>
            <form action="/api/auth/callback/credentials" method="post" noValidate>
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
                  <span className="block truncate text-12 text-meta">{labels.roleDescriptions[account.role]}</span>
                </span>
                <Icon name="right" size={12} className="text-meta" />
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
