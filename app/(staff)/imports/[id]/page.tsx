import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ImportView } from '@/components/import/import-view';
import { Breadcrumb } from '@/components/shell/breadcrumb';
import { Page } from '@/components/shell/page';
import { decodeImportId } from '@/lib/contract/import-id';
import { roleAtLeast } from '@/lib/contract/roles';
import { LandfallError } from '@/lib/core/errors';
import type { SearchParams } from '@/lib/http/page';
import { readImport } from '@/lib/imports/read-import';
import { staffPage } from '@/lib/server';
import { readMonthBudget } from '@/lib/sponsorship/month-budget';
import { readQueueItem } from '@/lib/sponsorship/read-queue';
import { currentPolicy } from '@/lib/store/policies';

export const metadata: Metadata = { title: 'Import' };

export default async function ImportPage(props: { params: Promise<{ id: string }>; searchParams: SearchParams }) {
  const { landfall, staff, environment, caller } = await staffPage('import', props.searchParams);
  const id = decodeImportId((await props.params).id);
  if (id === undefined) notFound();
  const { db } = landfall.database;
  const now = landfall.clock.now();
  const detail = await readImport(landfall.record, { caller, environment, id, fresh: false }).catch(
    (error: unknown) => {
      if (error instanceof LandfallError && error.status === 404) notFound();
      throw error;
    },
  );
  const item = await readQueueItem(db, { environment, importId: id, now });
  if (item === undefined) notFound();
  const { policy } = await currentPolicy(db);
  return (
    <Page>
      <Breadcrumb trail={[{ label: 'Imports', href: '/imports' }]}>{id}</Breadcrumb>
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
          mayDecide: roleAtLeast(staff.role, 'approver'),
          isAdmin: staff.role === 'admin',
        }}
      />
    </Page>
  );
}
