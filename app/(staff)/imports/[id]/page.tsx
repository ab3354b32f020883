import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ImportIdCopy } from '@/components/import/import-header';
import { ImportView } from '@/components/import/import-view';
import { LookupFailed } from '@/components/import/lookup-failed';
import { Breadcrumb } from '@/components/shell/breadcrumb';
import { Page } from '@/components/shell/page';
import { decodeImportId } from '@/lib/contract/import-id';
import { roleAtLeast } from '@/lib/contract/roles';
import { LandfallError, ServiceError } from '@/lib/core/errors';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { readImport } from '@/lib/import-detail/read-import';
import { staffPage } from '@/lib/server';
import { readMonthBudget } from '@/lib/sponsorship/month-budget';
import { readPolicy } from '@/lib/sponsorship/read-policy';
import { readQueueItem } from '@/lib/sponsorship/read-queue';

type Props = { params: Promise<{ id: string }>; searchParams: SearchParams };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Import ${decodeImportId((await params).id) ?? ''}` };
}

export default async function ImportPage(props: Props) {
  const { landfall, staff, environment, caller } = await staffPage('import', props.searchParams);
  const id = decodeImportId((await props.params).id);
  if (id === undefined) notFound();
  const { db } = landfall.database;
  const now = landfall.clock.now();
  const detail = await readImport(landfall.imports, { caller, environment, id, fresh: false }).catch(
    notFoundOrServiceError,
  );
  if (detail instanceof ServiceError) {
    return (
      <Page>
        <Breadcrumb>{id}</Breadcrumb>
        <LookupFailed id={id} reason={detail.userMessage} requestId={caller.requestId} />
      </Page>
    );
  }
  const item = await readQueueItem(db, { environment, importId: id, now });
  if (item === undefined) notFound();
  const { policy } = await readPolicy(landfall.sponsorship);
  return (
    <Page>
      <Breadcrumb>
        <ImportIdCopy id={id} />
      </Breadcrumb>
      <ImportView
        initial={detail}
        environment={environment}
        item={item}
        budget={await readMonthBudget(db, environment, now)}
        reasonRequired={policy.reasonRequired}
        whoPays={landfall.settings.whoPays}
        viewer={{
          id: staff.id,
          name: staff.name,
          mayEdit: roleAtLeast(staff.role, 'agent'),
          mayDecide: roleAtLeast(staff.role, 'approver'),
          isAdmin: staff.role === 'admin',
        }}
      />
    </Page>
  );
}

/** Unknown to us and to the service: 404. Unknown to us while the service is unreachable: an error. */
function notFoundOrServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError && error.status !== 404) return error;
  if (error instanceof LandfallError && error.status === 404) notFound();
  throw error;
}
