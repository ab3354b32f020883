import type { Environment } from '../../contract/environment';
import { LandfallError } from '../../core/errors';
import { getImports } from '../../store/imports/imports';
import { pollNow } from '../../store/service-calls/poll-schedule';
import type { ImportsDeps } from '../imports-deps';

/** Makes the poller read the selected imports next, within its rate limit. */
export async function refreshImports(
  deps: Pick<ImportsDeps, 'database'>,
  input: { environment: Environment; ids: readonly string[] },
): Promise<{ requested: number; unknown: number }> {
  if (input.environment === 'sandbox') {
    throw new LandfallError('conflict', 'The sandbox never changes, so there is nothing to refresh.');
  }
  const ids = [...new Set(input.ids)];
  const known = await getImports(deps.database.db, input.environment, ids);
  await deps.database.transaction(async (tx) => {
    for (const { id } of known) await pollNow(tx, id);
  });
  return { requested: known.length, unknown: ids.length - known.length };
}
