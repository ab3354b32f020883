import { LandfallError } from '../core/errors';
import { readMigrationVersion } from '../store/imports/migration-version';
import { checkMigrationLink } from './open-migration-link';
import type { StartDeps } from './start-deps';

const shareMs = 2000;
const maxShared = 10_000;

type Deps = Pick<StartDeps, 'cipher' | 'clock' | 'database'>;
type Shared = Map<string, { atMs: number; version: Promise<string> }>;
const sharedVersions = new WeakMap<Deps['database'], Shared>();

/**
 * For an open page that looks for changes, in two statements. Requests with the same link share the answer for two
 * seconds, so that many of them, or a flood, cost no more. Not found if the link does not work.
 */
export function readVersion(deps: Deps, token: string): Promise<string> {
  const shared = sharedVersions.get(deps.database) ?? new Map();
  sharedVersions.set(deps.database, shared);
  const atMs = deps.clock.now().getTime();
  const known = shared.get(token);
  if (known && atMs >= known.atMs && atMs - known.atMs < shareMs) return known.version;
  const version = read(deps, token);
  // The oldest entry goes first, since a Map keeps the order of insertion.
  const [oldest] = shared.size >= maxShared ? shared.keys() : [];
  shared.delete(oldest ?? token);
  shared.set(token, { atMs, version });
  version.catch(() => shared.delete(token));
  return version;
}

async function read(deps: Deps, token: string): Promise<string> {
  const opened = await checkMigrationLink(deps, token);
  const version = opened.ok ? await readMigrationVersion(deps.database.db, opened.link.importId) : undefined;
  if (version === undefined) throw new LandfallError('not_found');
  return version;
}
