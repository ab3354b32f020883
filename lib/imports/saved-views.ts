import type { ChangeViewBody, SavedViews, SaveViewBody } from '../contract/saved-views';
import { LandfallError } from '../core/errors';
import {
  countSavedViews,
  deleteSavedView,
  insertSavedView,
  listSavedViews,
  updateSavedView,
} from '../store/saved-views';
import type { RecordParts } from './record-parts';

const mostViews = 50;

type Parts = Pick<RecordParts, 'database' | 'clock' | 'newId'>;

/** One's own views first, then those that others shared. */
export async function readSavedViews(parts: Pick<Parts, 'database'>, staffId: string): Promise<SavedViews> {
  const rows = await listSavedViews(parts.database.db, staffId);
  const views = rows.map(({ id, name, query, shared, staffId: owner }) => ({
    id,
    name,
    query,
    shared,
    mine: owner === staffId,
  }));
  return { views: [...views.filter(({ mine }) => mine), ...views.filter(({ mine }) => !mine)] };
}

export async function saveView(parts: Parts, staffId: string, body: SaveViewBody): Promise<SavedViews> {
  await parts.database.transaction(async (tx) => {
    if ((await countSavedViews(tx, staffId)) >= mostViews) {
      const message = `You have ${mostViews} views already: delete one first`;
      throw new LandfallError('invalid', { errors: [{ field: 'name', message }] });
    }
    await insertSavedView(tx, {
      id: parts.newId(),
      staffId,
      name: body.name.trim(),
      query: body.query,
      shared: body.shared,
      createdAt: parts.clock.now(),
    });
  });
  return readSavedViews(parts, staffId);
}

/** Only its owner changes a view, also when it is shared; for anybody else there is none such. */
export async function changeView(
  parts: Pick<Parts, 'database'>,
  view: { id: string; staffId: string },
  body: ChangeViewBody,
): Promise<SavedViews> {
  const change = {
    ...(body.name === undefined ? {} : { name: body.name.trim() }),
    ...(body.query === undefined ? {} : { query: body.query }),
    ...(body.shared === undefined ? {} : { shared: body.shared }),
  };
  if (Object.keys(change).length > 0 && !(await updateSavedView(parts.database.db, view, change))) throw noSuchView();
  return readSavedViews(parts, view.staffId);
}

export async function deleteView(
  parts: Pick<Parts, 'database'>,
  view: { id: string; staffId: string },
): Promise<SavedViews> {
  if (!(await deleteSavedView(parts.database.db, view))) throw noSuchView();
  return readSavedViews(parts, view.staffId);
}

function noSuchView() {
  return new LandfallError('not_found', { person: 'This view does not exist, or is not yours.' });
}
