import { uuidParamsSchema } from '@/lib/contract/base-schemas';
import { changeViewBodySchema, savedViewsSchema } from '@/lib/contract/saved-views';
import { changeView, deleteView } from '@/lib/imports/list/saved-views';
import { route } from '@/lib/server';

export const PATCH = route(
  { id: 'saved-views.change', params: uuidParamsSchema, body: changeViewBodySchema, response: savedViewsSchema },
  ({ landfall, staff, params, body }) => changeView(landfall.imports, { id: params.id, staffId: staff.id }, body),
);

export const DELETE = route(
  { id: 'saved-views.delete', params: uuidParamsSchema, response: savedViewsSchema },
  ({ landfall, staff, params }) => deleteView(landfall.imports, { id: params.id, staffId: staff.id }),
);
