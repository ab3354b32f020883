import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { signInLabels } from '@/components/auth/labels';
import { SignInForm } from '@/components/auth/sign-in-form';
import { readSignInMethods } from '@/lib/auth/create-auth';
import { isSetupOpen } from '@/lib/auth/first-admin';
import { safeCallbackUrl } from '@/lib/auth/create-auth-options';
import { describeSignInError } from '@/lib/auth/describe-sign-in-error';
import { readCsrfToken } from '@/lib/auth/session-cookie';
import { readCookie } from '@/lib/core/read-cookie';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { callbackCookie, lastEmailCookie, passwordSetCookie, signInCookieName } from '@/lib/http/sign-in-cookies';
import { currentStaff, getLandfall } from '@/lib/server';
import { readBranding } from '@/lib/start/branding';

export const metadata: Metadata = { title: signInLabels.title };

export default async function SignInPage(props: { searchParams: SearchParams }) {
  const query = await props.searchParams;
  const landfall = await getLandfall();
  const { publicOrigin } = landfall.settings;
  const cookieHeader = (await headers()).get('cookie');
  const error = textOf(query['error']);
  // next-auth leaves the address out when it redirects here with an error.
  const kept =
    error === undefined ? undefined : readCookie(cookieHeader, signInCookieName(publicOrigin, callbackCookie));
  const callbackUrl = safeCallbackUrl(textOf(query['callbackUrl']) ?? kept ?? '/', publicOrigin);
  if ((await currentStaff()) && error === undefined) redirect(callbackUrl.slice(publicOrigin.length));

  if (await isSetupOpen(landfall.auth)) redirect('/setup');

  const csrfToken = readCsrfToken(landfall.auth, cookieHeader);
  if (csrfToken === undefined && query['cookies'] === undefined) {
    // Only next-auth itself can set its cookie. It redirects back here.
    const params = new URLSearchParams({ callbackUrl, ...(error !== undefined && { error }) });
    redirect(`/api/auth/signin?${params}`);
  }
  const methods = await readSignInMethods(landfall.auth);
  const { branding } = await readBranding(landfall.database.db, []);
  return (
    <SignInForm
      csrfToken={csrfToken ?? ''}
      callbackUrl={callbackUrl}
      oidc={methods.oidc}
      local={methods.local}
      error={describeSignInError(csrfToken === undefined ? 'Cookies' : error)}
      email={readCookie(cookieHeader, signInCookieName(publicOrigin, lastEmailCookie)) ?? ''}
      passwordSet={readCookie(cookieHeader, signInCookieName(publicOrigin, passwordSetCookie)) !== undefined}
      partnerName={branding.partnerName}
      demoAccounts={landfall.demoAccounts}
    />
  );
}

function textOf(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
