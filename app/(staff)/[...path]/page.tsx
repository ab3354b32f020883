import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { notFoundLabels } from '@/components/shell/labels';
import { staffPage } from '@/lib/server';

export const metadata: Metadata = { title: notFoundLabels.title };

/** Unknown addresses, with the navigation. Those of customers are answered by `create-page-preparer.ts`. */
export default async function UnknownPage(props: { params: Promise<{ path: string[] }> }) {
  const { path } = await props.params;
  // Programs have no session, so they are not asked to sign in.
  if (path[0] === 'api' || path[0] === '.well-known') notFound();
  await staffPage('unknown');
  notFound();
}
