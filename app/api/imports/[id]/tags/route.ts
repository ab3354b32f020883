import { importParamsSchema, tagsBodySchema, tagsSchema } from '@/lib/contract/imports';
import { setTags } from '@/lib/imports/detail/set-tags';
import { route } from '@/lib/server';

export const PUT = route(
  { id: 'imports.tags', params: importParamsSchema, body: tagsBodySchema, response: tagsSchema },
  ({ landfall, caller, environment, params, body }) =>
    setTags(landfall.imports, { caller, environment, importId: params.id, tags: body.tags }),
);
