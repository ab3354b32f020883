import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { notFoundLabels } from '@/components/shell/labels';
import { isCustomerPath } from '@/lib/http/is-customer-path';
import { staffPage } from '@/lib/server';
import { readCustomerMetadata } from '../../(customer)/customer-metadata';

export async function generateMetadata(props: { params: Promise<{ path: string[] }> }): Promise<Metadata> {
  const { path } = await props.params;
  return isCustomerPath(`/${path.join('/')}`) ? readCustomerMetadata() : { title: notFoundLabels.title };
}

/** Every address without a page of its own. For staff, the navigation stays. */
export default async function UnknownPage(props: { params: Promise<{ path: string[] }> }) {
  const { path } = await props.params;
  // Customers have no account, and programs no session, so they are not asked to sign in.
  if (path[0] === 'api' || path[0] === '.well-known' || isCustomerPath(`/${path.join('/')}`)) notFound();
  await staffPage('unknown');
  notFound();
}
