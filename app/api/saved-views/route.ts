import { savedViewsSchema, saveViewBodySchema } from '@/lib/contract/saved-views';
import { created } from '@/lib/http/reply';
import { readSavedViews, saveView } from '@/lib/imports/saved-views';
import { route } from '@/lib/server';

export const GET = route({ id: 'saved-views.list', answer: savedViewsSchema }, ({ landfall, staff }) =>
  readSavedViews(landfall.record, staff.id),
);

export const POST = route(
  { id: 'saved-views.save', body: saveViewBodySchema, answer: savedViewsSchema },
  async ({ landfall, staff, body }) => created(await saveView(landfall.record, staff.id, body)),
);
