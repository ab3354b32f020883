import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { recordChange, recordChanges } from '../events/changes';

/** Above this a batch is one change, which refreshes every open import. */
const maxSubjects = 10;

/**
 * Refreshes open pages that show these messages: one change per import, whatever the number of its messages. Call it
 * once per batch, in the transaction of the change.
 */
export async function recordMessageChange(
  tx: Db,
  messages: readonly { environment: Environment | null; importId: string | null }[],
): Promise<void> {
  if (messages.length === 0) return;
  const changes = new Map(
    messages.map(({ environment, importId }) => {
      // Messages about the installation belong to no environment.
      const change = { kind: 'message', environment: environment ?? 'live', subject: importId ?? '' } as const;
      return [JSON.stringify(change), change];
    }),
  );
  if (changes.size <= maxSubjects) return recordChanges(tx, [...changes.values()]);
  const environments = new Set([...changes.values()].map(({ environment }) => environment));
  for (const environment of environments) await recordChange(tx, { kind: 'message', environment, subject: '' });
}
