import { auditAccess } from '@/lib/audit/append-audit';
import type { Landfall } from '@/lib/compose';
import type { Caller } from '@/lib/contract/caller';
import type { Environment } from '@/lib/contract/environment';
import { importExportQuerySchema, selectedImportsSchema } from '@/lib/contract/imports';
import { csvResponse } from '@/lib/http/stream-response';
import { whileAllowed } from '@/lib/http/while-allowed';
import { exportHeader, exportImports, exportSelected } from '@/lib/imports/list/export-imports';
import { route } from '@/lib/server';

type Rows = Parameters<typeof csvResponse>[0]['rows'];

export const GET = route({ id: 'imports.export', query: importExportQuerySchema }, ({ query, ...context }) =>
  respondWithCsv(context, query, exportImports(context.landfall.imports, context.environment, query)),
);

/** Selected imports: a URL cannot hold a thousand ids. */
export const POST = route(
  { id: 'imports.export-picked', body: selectedImportsSchema, maxBodyBytes: 1_100_000 },
  ({ body: { ids }, ...context }) =>
    respondWithCsv(context, { picked: ids.length }, exportSelected(context.landfall.imports, context.environment, ids)),
);

async function respondWithCsv(
  context: { landfall: Landfall; request: Request; caller: Caller; environment: Environment },
  after: object,
  rows: Rows,
): Promise<Response> {
  const { landfall, caller, environment } = context;
  await auditAccess(landfall, { caller, action: 'imports.exported', environment, subject: 'imports', after });
  const name = `landfall-imports-${landfall.clock.now().toISOString().slice(0, 10)}`;
  return csvResponse({ name, header: exportHeader, rows: whileAllowed(context, 'imports.export', rows) });
}
