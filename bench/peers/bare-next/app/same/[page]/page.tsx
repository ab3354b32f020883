import { listImports } from '../../../imports/list-imports';
import { SameElements } from '../../../imports/same-elements';
import { findSamePage } from '../../../imports/same-pages';

export const dynamic = 'force-dynamic';

/** One query, the elements of a page of Landfall and as much data for its scripts: what the framework needs for those. */
export default async function Page({ params }: { params: Promise<{ page: string }> }) {
  const { page } = await params;
  const imports = await listImports();
  const { dataBytes } = findSamePage(page);
  return <SameElements page={page} data={'x'.repeat(dataBytes)} count={imports.length} />;
}
