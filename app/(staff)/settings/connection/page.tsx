import type { Metadata } from 'next';
import { ConnectionView } from '@/components/settings/connection-view';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { readConnection } from '@/lib/insights/read-connection';
import { staffPage } from '@/lib/server';

export const metadata: Metadata = { title: 'Connection' };

export default async function ConnectionPage(props: { searchParams: SearchParams }) {
  const { landfall } = await staffPage('settings.connection', props.searchParams);
  return <ConnectionView initial={await readConnection(landfall)} />;
}
