import { importParamsSchema, tagsBodySchema, tagsSchema } from '@/lib/contract/imports';
import { changeTags } from '@/lib/imports/detail/change-tags';
import { route } from '@/lib/server';

export const PATCH = route(
  { id: 'imports.tags', params: importParamsSchema, body: tagsBodySchema, response: tagsSchema },
  ({ landfall, caller, environment, params, body }) =>
    changeTags(landfall.imports, { caller, environment, importId: params.id, ...body }),
);
