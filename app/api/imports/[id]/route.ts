import { fillInBodySchema, importDetailSchema, importParamsSchema, importQuerySchema } from '@/lib/contract/imports';
import { fillInFacts } from '@/lib/imports/detail/fill-in-facts';
import { readImport } from '@/lib/import-detail/read-import';
import { route } from '@/lib/server';

export const GET = route(
  { id: 'imports.read', params: importParamsSchema, query: importQuerySchema, response: importDetailSchema },
  ({ landfall, caller, environment, params, query }) =>
    readImport(landfall.imports, { caller, environment, id: params.id, fresh: query.fresh }),
);

export const PATCH = route(
  { id: 'imports.fill-in', params: importParamsSchema, body: fillInBodySchema, response: importDetailSchema },
  async ({ landfall, caller, environment, params, body }) => {
    await fillInFacts(landfall.imports, { caller, environment, importId: params.id, body });
    return readImport(landfall.imports, { caller, environment, id: params.id, fresh: false });
  },
);
