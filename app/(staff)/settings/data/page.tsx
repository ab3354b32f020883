import type { Metadata } from 'next';
import { CustomerData } from '@/components/settings/customer-data';
import { dataLabels } from '@/components/settings/labels';
import { ReceiptList } from '@/components/settings/receipt-list';
import { RetentionForm } from '@/components/settings/retention-form';
import { listReceipts } from '@/lib/data-protection/receipts';
import { readRetention } from '@/lib/data-protection/retention';
import type { SearchParams } from '@/lib/http/create-page-guard';
import { staffPage } from '@/lib/server';

export const metadata: Metadata = { title: dataLabels.title };

export default async function DataPage(props: { searchParams: SearchParams }) {
  const { landfall } = await staffPage('settings.data', props.searchParams);
  const { version, retention } = await readRetention(landfall.database.db);
  const receipts = await listReceipts(landfall.database.db);
  return (
    <div className="grid grid-cols-2 items-start gap-x-12 gap-y-8 max-lg:grid-cols-1">
      <RetentionForm key={version} initial={retention} version={version} />
      <div className="grid min-w-0 gap-8">
        <CustomerData />
        <ReceiptList receipts={receipts} />
      </div>
    </div>
  );
}
