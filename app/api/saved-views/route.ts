import { savedViewsSchema, saveViewBodySchema } from '@/lib/contract/saved-views';
import { created } from '@/lib/http/reply';
import { readSavedViews, saveView } from '@/lib/imports/list/saved-views';
import { route } from '@/lib/server';

export const GET = route({ id: 'saved-views.list', response: savedViewsSchema }, ({ landfall, staff }) =>
  readSavedViews(landfall.imports, staff.id),
);

export const POST = route(
  { id: 'saved-views.save', body: saveViewBodySchema, response: savedViewsSchema },
  async ({ landfall, staff, body }) => created(await saveView(landfall.imports, staff.id, body)),
);
