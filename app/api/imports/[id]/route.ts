import { importParamsSchema } from '@/lib/contract/import-params';
import { fillInBodySchema, importDetailSchema, importQuerySchema } from '@/lib/contract/imports';
import { fillInFacts } from '@/lib/imports/fill-in-facts';
import { readImport } from '@/lib/imports/read-import';
import { route } from '@/lib/server';

export const GET = route(
  { id: 'imports.read', params: importParamsSchema, query: importQuerySchema, answer: importDetailSchema },
  ({ landfall, caller, environment, params, query }) =>
    readImport(landfall.record, { caller, environment, id: params.id, fresh: query.fresh }),
);

/** What the service never tells and an agent knows. */
export const PATCH = route(
  { id: 'imports.fill-in', params: importParamsSchema, body: fillInBodySchema, answer: importDetailSchema },
  async ({ landfall, caller, environment, params, body }) => {
    await fillInFacts(landfall.record, { caller, environment, importId: params.id, body });
    return readImport(landfall.record, { caller, environment, id: params.id, fresh: false });
  },
);
