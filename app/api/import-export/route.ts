import { importExportQuerySchema } from '@/lib/contract/imports';
import { csvResponse } from '@/lib/http/csv-response';
import { exportHeader, exportImports } from '@/lib/imports/export-imports';
import { route } from '@/lib/server';

/** The whole of a filter as CSV, written down in the audit as every export is. */
export const GET = route(
  { id: 'imports.export', query: importExportQuerySchema },
  async ({ landfall, caller, environment, query }) => {
    const { database, audit, clock } = landfall;
    await database.transaction((tx) =>
      audit.append(tx, { caller, action: 'imports.exported', environment, subject: 'imports', after: query }),
    );
    return csvResponse({
      name: `landfall-imports-${clock.now().toISOString().slice(0, 10)}`,
      header: exportHeader,
      rows: exportImports(landfall.record, environment, query),
    });
  },
);
