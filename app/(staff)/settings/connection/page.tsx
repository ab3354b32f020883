import type { Metadata } from 'next';
import { ConnectionSetup } from '@/components/settings/connection-setup';
import { ConnectionView } from '@/components/settings/connection-view';
import { readConnectionSetup } from '@/lib/connection/read-connection-setup';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { readConnection } from '@/lib/insights/read-connection';
import { staffPage } from '@/lib/server';

export const metadata: Metadata = { title: 'Connection' };

export default async function ConnectionPage(props: { searchParams: SearchParams }) {
  const { landfall } = await staffPage('settings.connection', props.searchParams);
  const setup = await readConnectionSetup(landfall);
  // Another instance has saved it a moment ago.
  if (setup.form.version !== landfall.connection.current().version) await landfall.connection.refresh();
  const connection = await readConnection(landfall);
  return (
    <>
      <ConnectionSetup initial={setup} />
      <ConnectionView
        // What a check has found is about the connection that was checked.
        key={setup.form.version}
        initial={connection}
        inEnvironment={setup.form.sources.service === 'environment'}
      />
    </>
  );
}
