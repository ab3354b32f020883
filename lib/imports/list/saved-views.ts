import type { ChangeViewBody, SavedViews, SaveViewBody } from '../../contract/saved-views';
import { LandfallError } from '../../core/errors';
import {
  countSavedViews,
  deleteSavedView,
  insertSavedView,
  listSavedViews,
  updateSavedView,
} from '../../store/staff/saved-views';
import type { ImportsDeps } from '../imports-deps';

const maxViews = 50;

type Deps = Pick<ImportsDeps, 'database' | 'clock' | 'newId'>;

export async function readSavedViews(deps: Pick<Deps, 'database'>, staffId: string): Promise<SavedViews> {
  const rows = await listSavedViews(deps.database.db, staffId);
  const views = rows.map(({ id, name, query, shared, staffId: owner }) => ({
    id,
    name,
    query,
    shared,
    mine: owner === staffId,
  }));
  return { views: [...views.filter(({ mine }) => mine), ...views.filter(({ mine }) => !mine)] };
}

export async function saveView(deps: Deps, staffId: string, body: SaveViewBody): Promise<SavedViews> {
  await deps.database.transaction(async (tx) => {
    if ((await countSavedViews(tx, staffId)) >= maxViews) {
      const message = `You already have ${maxViews} views. Delete one first`;
      throw new LandfallError('invalid', { errors: [{ field: 'name', message }] });
    }
    await insertSavedView(tx, {
      id: deps.newId(),
      staffId,
      name: body.name.trim(),
      query: body.query,
      shared: body.shared,
      createdAt: deps.clock.now(),
    });
  });
  return readSavedViews(deps, staffId);
}

/** Only the owner can change a view, even a shared one. */
export async function changeView(
  deps: Pick<Deps, 'database'>,
  view: { id: string; staffId: string },
  body: ChangeViewBody,
): Promise<SavedViews> {
  const change = {
    ...(body.name === undefined ? {} : { name: body.name.trim() }),
    ...(body.query === undefined ? {} : { query: body.query }),
    ...(body.shared === undefined ? {} : { shared: body.shared }),
  };
  if (Object.keys(change).length > 0 && !(await updateSavedView(deps.database.db, view, change))) throw viewNotFound();
  return readSavedViews(deps, view.staffId);
}

export async function deleteView(
  deps: Pick<Deps, 'database'>,
  view: { id: string; staffId: string },
): Promise<SavedViews> {
  if (!(await deleteSavedView(deps.database.db, view))) throw viewNotFound();
  return readSavedViews(deps, view.staffId);
}

function viewNotFound() {
  return new LandfallError('not_found', 'This view does not exist, or is not yours.');
}
