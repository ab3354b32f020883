import type { Metadata } from 'next';
import { headers as requestHeaders } from 'next/headers';
import { setPasswordLabels } from '@/components/auth/labels';
import { SetPasswordForm, UnusableLink } from '@/components/auth/set-password-form';
import { openAccountLink } from '@/lib/auth/open-account-link';
import { minPasswordLength } from '@/lib/auth/passwords';
import { chosenPasswordProblems } from '@/lib/auth/set-password-by-link';
import { clientAddress } from '@/lib/http/check-auth';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { getLandfall } from '@/lib/server';

export const metadata: Metadata = { title: setPasswordLabels.title };

export default async function SetPasswordPage(props: {
  params: Promise<{ token: string }>;
  searchParams: SearchParams;
}) {
  const [{ token }, { problem }, headers] = await Promise.all([props.params, props.searchParams, requestHeaders()]);
  const landfall = await getLandfall();
  const requestId = headers.get('x-request-id') ?? 'page set-password';
  const caller = { actor: { kind: 'stranger' as const }, address: clientAddress(headers), requestId };
  const opened = await openAccountLink(landfall.auth, { token, caller });
  if (opened.kind !== 'ready') return <UnusableLink kind={opened.kind} />;
  return (
    <SetPasswordForm
      token={token}
      email={opened.email}
      minLength={minPasswordLength}
      passwordError={problem !== 'different' ? messageOf(problem) : null}
      repeatedError={problem === 'different' ? messageOf(problem) : null}
    />
  );
}

/** The parameter is never shown itself. */
function messageOf(problem: string | string[] | undefined): string | null {
  return Object.entries(chosenPasswordProblems).find(([name]) => name === problem)?.[1] ?? null;
}
