import type { LostAttempt } from '../../contract/attempts';
import type { Caller } from '../../contract/caller';
import type { Environment } from '../../contract/environment';
import { listLostAttempts } from '../../store/imports/creation-attempts';
import { listUndecidedAttempts } from '../../store/sponsorship/decisions';
import type { CreationDeps } from './creation-deps';
import { candidatesOf, findObstacle } from './settle-manually';

const maxShown = 50;

export async function readLostAttempts(
  deps: Pick<CreationDeps, 'database'>,
  { environment, caller }: { environment: Environment; caller: Caller },
): Promise<LostAttempt[]> {
  const { db } = deps.database;
  const rows = await listLostAttempts(db, environment, maxShown);
  const paying = rows.filter(({ startFull }) => startFull).map(({ id }) => id);
  const undecided = paying.length === 0 ? [] : await listUndecidedAttempts(db, paying);
  const lost: LostAttempt[] = [];
  for (const row of rows) {
    lost.push({
      id: row.id,
      at: (row.sentAt ?? row.createdAt).toISOString(),
      by: row.by,
      username: row.username,
      tool: row.tool,
      family: row.family,
      instanceUrl: row.instanceUrl,
      startFull: row.startFull,
      waitsFor: findObstacle(row, caller, undecided),
      message: row.message,
      candidates: (await candidatesOf(deps, row)).slice(0, 100),
    });
  }
  return lost;
}
