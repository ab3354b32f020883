import { ImportTable } from '../../imports/import-table';
import { listImports } from '../../imports/list-imports';

export const dynamic = 'force-dynamic';

export default async function Page() {
  return <ImportTable imports={await listImports()} />;
}
