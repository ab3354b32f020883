import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { ConfirmIdentityHost } from '@/components/account/confirm-identity-host';
import { passkeyStepLabels as labels } from '@/components/account/labels';
import { AddPasskeyStep, UsePasskeyStep } from '@/components/account/passkey-step';
import { AuthLayout } from '@/components/auth/auth-layout';
import { Button } from '@/components/ui/button';
import { safeCallbackUrl } from '@/lib/auth/create-auth-options';
import { describeDevice } from '@/lib/auth/describe-device';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { QueryProvider } from '@/lib/query/query-provider';
import { signInHref } from '@/lib/http/sign-in-href';
import { currentIdentity, getLandfall } from '@/lib/server';

export const metadata: Metadata = { title: labels.title };

/** All that a session can open while it lacks the passkey that its role needs. */
export default async function PasskeyStepPage(props: { searchParams: SearchParams }) {
  const { publicOrigin } = (await getLandfall()).settings;
  const target = (await props.searchParams)['callbackUrl'];
  const href = safeCallbackUrl(typeof target === 'string' ? target : '/', publicOrigin).slice(publicOrigin.length);
  const identity = await currentIdentity();
  if (identity === undefined) redirect(signInHref(href));
  const { passkeyStep, staff } = identity;
  if (passkeyStep === null) redirect(href);
  const adds = passkeyStep === 'add';
  return (
    <AuthLayout
      title={adds ? labels.addTitle : labels.useTitle}
      intro={adds ? labels.addIntro : labels.useIntro}
      footer={labels.signedInAs(staff.email)}
    >
      <QueryProvider>
        {adds ? (
          <AddPasskeyStep device={describeDevice((await headers()).get('user-agent') ?? '')} href={href} />
        ) : (
          <UsePasskeyStep href={href} />
        )}
        <ConfirmIdentityHost staffId={staff.id} />
      </QueryProvider>
      <form method="post" action="/api/auth/sign-out" noValidate className="mt-4">
        <Button type="submit" variant="ghost" icon="sign-out" className="w-full">
          {labels.signOut}
        </Button>
      </form>
    </AuthLayout>
  );
}
