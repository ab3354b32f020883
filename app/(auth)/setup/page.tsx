import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { SetupForm } from '@/components/auth/setup-form';
import { setupLabels } from '@/components/auth/setup-labels';
import { isSetupOpen } from '@/lib/auth/first-admin';
import { readCookie } from '@/lib/core/read-cookie';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { lastEmailCookie, signInCookieName } from '@/lib/http/sign-in-cookies';
import { getLandfall } from '@/lib/server';

export const metadata: Metadata = { title: setupLabels.title };

export default async function SetupPage(props: { searchParams: SearchParams }) {
  const { problem } = await props.searchParams;
  const { auth, settings } = await getLandfall();
  if (!(await isSetupOpen(auth))) redirect('/sign-in');
  const cookie = readCookie((await headers()).get('cookie'), signInCookieName(settings.publicOrigin, lastEmailCookie));
  return <SetupForm problem={typeof problem === 'string' ? problem : null} email={cookie ?? ''} />;
}
