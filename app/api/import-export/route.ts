import { importExportQuerySchema, selectedImportsSchema } from '@/lib/contract/imports';
import { csvResponse } from '@/lib/http/stream-response';
import { exportHeader, exportImports, exportSelected } from '@/lib/imports/list/export-imports';
import { route } from '@/lib/server';

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
      rows: exportImports(landfall.imports, environment, query),
    });
  },
);

/** Selected imports: a URL cannot hold a thousand ids. */
export const POST = route(
  { id: 'imports.export-picked', body: selectedImportsSchema, maxBodyBytes: 1_100_000 },
  async ({ landfall, caller, environment, body }) => {
    const { database, audit, clock } = landfall;
    const after = { picked: body.ids.length };
    await database.transaction((tx) =>
      audit.append(tx, { caller, action: 'imports.exported', environment, subject: 'imports', after }),
    );
    return csvResponse({
      name: `landfall-imports-${clock.now().toISOString().slice(0, 10)}`,
      header: exportHeader,
      rows: exportSelected(landfall.imports, environment, body.ids),
    });
  },
);
