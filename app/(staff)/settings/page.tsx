import { redirect } from 'next/navigation';
import { envHref } from '@/lib/contract/env-href';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { staffPage } from '@/lib/server';

export default async function SettingsPage(props: { searchParams: SearchParams }) {
  const { environment } = await staffPage('settings', props.searchParams);
  redirect(envHref('/settings/staff', environment));
}
