import type { Environment } from '../contract/environment';
import { LandfallError } from '../core/errors';
import { getImports } from '../store/imports';
import { lookUrgently } from '../store/watch';
import type { RecordParts } from './record-parts';

/** Puts picked imports at the head of the watcher's line, which keeps the budget: people who wait come first. */
export async function refreshImports(
  parts: Pick<RecordParts, 'database'>,
  input: { environment: Environment; ids: readonly string[] },
): Promise<{ asked: number; unknown: number }> {
  if (input.environment === 'sandbox') {
    throw new LandfallError('conflict', {
      person: 'The sandbox is static, so there is nothing newer to ask for.',
    });
  }
  const ids = [...new Set(input.ids)];
  const known = await getImports(parts.database.db, input.environment, ids);
  await parts.database.transaction(async (tx) => {
    for (const { id } of known) await lookUrgently(tx, id);
  });
  return { asked: known.length, unknown: ids.length - known.length };
}
