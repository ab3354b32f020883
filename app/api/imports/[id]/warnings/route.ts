import { importParamsSchema } from '@/lib/contract/imports';
import { csvResponse } from '@/lib/http/stream-response';
import { exportWarnings, warningsHeader } from '@/lib/import-detail/export-warnings';
import { route } from '@/lib/server';

export const GET = route(
  { id: 'imports.warnings', params: importParamsSchema },
  async ({ landfall, caller, environment, params }) =>
    csvResponse({
      name: `landfall-warnings-${params.id}`,
      header: warningsHeader,
      rows: await exportWarnings(landfall.imports, { caller, environment, importId: params.id }),
    }),
);
