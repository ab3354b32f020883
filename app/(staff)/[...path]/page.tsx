import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { notFoundLabels } from '@/components/shell/labels';
import { staffPage } from '@/lib/server';

export const metadata: Metadata = { title: notFoundLabels.title };

/** Every address without a page of its own, where the navigation stays. `create-page-preparer.ts` answers those of customers. */
export default async function UnknownPage(props: { params: Promise<{ path: string[] }> }) {
  const { path } = await props.params;
  // Programs have no session, so they are not asked to sign in.
  if (path[0] === 'api' || path[0] === '.well-known') notFound();
  await staffPage('unknown');
  notFound();
}
