import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { notFoundLabels } from '@/components/shell/labels';
import { isCustomerPath } from '@/lib/http/is-customer-path';
import { staffPage } from '@/lib/server';

export const metadata: Metadata = { title: notFoundLabels.title };

/** Every address without a page of its own. For staff, the navigation stays. */
export default async function UnknownPage(props: { params: Promise<{ path: string[] }> }) {
  // Customers have no account, so they are not asked to sign in.
  if (isCustomerPath(`/${(await props.params).path.join('/')}`)) notFound();
  await staffPage('unknown');
  notFound();
}
