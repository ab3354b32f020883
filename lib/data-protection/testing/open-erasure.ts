import { openStart } from '../../start/testing/open-start';
import type { Database } from '../../store/database/database';
import { ada, openDataProtection } from './open-data-protection';

/** Imports and start links with a simulated service, and the dependencies that erase customers. */
export async function openErasure(database: Database) {
  const start = await openStart(database);
  const { cipher, clock } = start.deps;
  return { ...start, database, cipher, dataProtection: openDataProtection({ database, cipher, clock }) };
}

export const erasureOf = (username: string) => ({
  caller: ada,
  body: { username, confirmation: username, stopFollowing: true },
});
