import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SetupForm } from '@/components/auth/setup-form';
import { setupLabels } from '@/components/auth/setup-labels';
import { isSetupOpen } from '@/lib/auth/first-admin';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { getLandfall } from '@/lib/server';

export const metadata: Metadata = { title: setupLabels.title };

export default async function SetupPage(props: { searchParams: SearchParams }) {
  const { problem } = await props.searchParams;
  const { auth } = await getLandfall();
  if (!(await isSetupOpen(auth))) redirect('/sign-in');
  return <SetupForm problem={typeof problem === 'string' ? problem : null} />;
}
