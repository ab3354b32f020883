import type { LostAttempt } from '../../contract/attempts';
import type { Environment } from '../../contract/environment';
import { listLostAttempts } from '../../store/imports/creation-attempts';
import type { CreationDeps } from './creation-deps';
import { candidatesOf } from './settle-manually';

const maxShown = 50;

export async function readLostAttempts(
  deps: Pick<CreationDeps, 'database'>,
  environment: Environment,
): Promise<LostAttempt[]> {
  const rows = await listLostAttempts(deps.database.db, environment, maxShown);
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
      message: row.message,
      candidates: (await candidatesOf(deps, row)).slice(0, 100),
    });
  }
  return lost;
}
