import { createTimedCache } from '../core/create-timed-cache';
import { LandfallError } from '../core/errors';
import { readMigrationVersion } from '../store/imports/migration-version';
import { checkMigrationLink } from './open-migration-link';
import type { StartDeps } from './start-deps';

const shareMs = 2000;
const maxShared = 10_000;

type Deps = Pick<StartDeps, 'cipher' | 'clock' | 'database'>;
const sharedVersions = new WeakMap<Deps['database'], ReturnType<typeof createTimedCache<string, string>>>();

/**
 * For an open page that looks for changes, in two statements. Requests with the same link share the answer for two
 * seconds, so that many of them, or a flood, cost no more. Not found if the link does not work.
 */
export function readVersion(deps: Deps, token: string): Promise<string> {
  const shared =
    sharedVersions.get(deps.database) ??
    createTimedCache<string, string>({ clock: deps.clock, maxAgeMs: shareMs, maxEntries: maxShared });
  sharedVersions.set(deps.database, shared);
  return shared(token, () => read(deps, token));
}

async function read(deps: Deps, token: string): Promise<string> {
  const opened = await checkMigrationLink(deps, token);
  const version = opened.ok ? await readMigrationVersion(deps.database.db, opened.link.importId) : undefined;
  if (version === undefined) throw new LandfallError('not_found');
  return version;
}
