import type { LostAttempt } from '../../contract/attempts';
import type { Environment } from '../../contract/environment';
import { listLostAttempts } from '../../store/creation-attempts';
import type { CreationParts } from './creation-parts';
import { candidatesOf } from './settle-by-hand';

const mostShown = 50;

/** Lost creations of staff and customers alike, for whoever has to say what became of them. */
export async function readLostAttempts(
  parts: Pick<CreationParts, 'database'>,
  environment: Environment,
): Promise<LostAttempt[]> {
  const rows = await listLostAttempts(parts.database.db, environment, mostShown);
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
      candidates: (await candidatesOf(parts, row)).slice(0, 100),
    });
  }
  return lost;
}
