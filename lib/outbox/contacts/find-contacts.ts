import type { Language } from '../../contract/start';
import type { Db } from '../../store/database/database';
import type { OutboxDeps } from '../outbox-deps';

export type FoundContact =
  { email: string; language: Language | null } | { problem: 'none' | 'unconfirmed' | 'unsubscribed' | 'bounced' };

/** Where the customers of these live imports are written to. */
export async function findContacts(
  _deps: OutboxDeps,
  _tx: Db,
  imports: readonly { importId: string; username: string | null }[],
): Promise<Map<string, FoundContact>> {
  return new Map(
    imports.map(({ importId, username }) => [
      importId,
      username?.includes('@') ? { email: username, language: null } : { problem: 'none' },
    ]),
  );
}
