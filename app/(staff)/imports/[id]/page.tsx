import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ImportIdCopy } from '@/components/import/import-header';
import { importLabels } from '@/components/import/labels';
import { ImportView } from '@/components/import/import-view';
import { LookupFailed } from '@/components/import/lookup-failed';
import { Breadcrumb } from '@/components/shell/breadcrumb';
import { Page } from '@/components/shell/page';
import { decodeImportId } from '@/lib/contract/import-id';
import { roleAtLeast } from '@/lib/contract/roles';
import { LandfallError, ServiceError } from '@/lib/core/errors';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { readImportPage } from '@/lib/import-detail/read-import';
import { Hydrated } from '@/lib/query/hydrated';
import { dehydrateQueries } from '@/lib/query/hydration';
import { importOptions } from '@/lib/query/use-import';
import { importSponsorshipOptions } from '@/lib/query/use-sponsorship';
import { readLivePosition, staffPage } from '@/lib/server';

type Props = { params: Promise<{ id: string }>; searchParams: SearchParams };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: importLabels.pageTitle(decodeImportId((await params).id) ?? '') };
}

export default async function ImportPage(props: Props) {
  const { landfall, staff, environment, caller } = await staffPage('import', props.searchParams);
  const id = decodeImportId((await props.params).id);
  if (id === undefined) notFound();
  const position = await readLivePosition();
  const read = await readImportPage(landfall.imports, { caller, environment, id }).catch(notFoundOrServiceError);
  if (read instanceof ServiceError) {
    return (
      <Page>
        <Breadcrumb>{id}</Breadcrumb>
        <LookupFailed id={id} reason={read.userMessage} requestId={caller.requestId} />
      </Page>
    );
  }
  const { detail, ...sponsorship } = read;
  const state = dehydrateQueries((client) => {
    client.setQueryData(importOptions(environment, id).queryKey, detail);
    client.setQueryData(importSponsorshipOptions(environment, id).queryKey, sponsorship);
  });
  return (
    <Page>
      <Breadcrumb>
        <ImportIdCopy id={id} />
      </Breadcrumb>
      <Hydrated state={state} position={position}>
        <ImportView
          id={id}
          environment={environment}
          whoPays={landfall.settings.whoPays}
          sendsEmails={landfall.outbox.mail.mode !== 'off'}
          viewer={{
            id: staff.id,
            name: staff.name,
            mayEdit: roleAtLeast(staff.role, 'agent'),
            mayDecide: roleAtLeast(staff.role, 'approver'),
            isAdmin: staff.role === 'admin',
          }}
        />
      </Hydrated>
    </Page>
  );
}

/** Unknown to us and to the service: 404. Unknown to us while the service is unreachable: an error. */
function notFoundOrServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError && error.status !== 404) return error;
  if (error instanceof LandfallError && error.status === 404) notFound();
  throw error;
}
