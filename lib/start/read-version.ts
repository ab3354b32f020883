import { createTimedCache } from '../core/create-timed-cache';
import { LandfallError } from '../core/errors';
import { readMigrationVersion } from '../store/imports/migration-version';
import { findOtherMigrations, withOthers } from './find-other-migrations';
import { checkMigrationLink } from './open-migration-link';
import type { StartDeps } from './start-deps';

const shareMs = 2000;
const maxShared = 10_000;

type Deps = Pick<StartDeps, 'cipher' | 'clock' | 'database' | 'whoPays'>;
const sharedVersions = new WeakMap<Deps['database'], ReturnType<typeof createCaches>>();

function createCaches({ clock }: Deps) {
  const limits = { clock, maxAgeMs: shareMs, maxEntries: maxShared };
  return { own: createTimedCache<string, Own>(limits), whole: createTimedCache<string, string>(limits) };
}

/**
 * For an open page that looks for changes: in two statements, and two more for a customer who may have other migrations.
 * Requests with the same link share the answer for two seconds, so that many of them, or a flood, cost no more. Not found if
 * the link does not work.
 */
export async function readVersion(deps: Deps, token: string, visitorId: string | null): Promise<string> {
  const shared = sharedVersions.get(deps.database) ?? createCaches(deps);
  sharedVersions.set(deps.database, shared);
  const own = await shared.own(token, () => readOwn(deps, token));
  // All but the visitor who started it see the same.
  const visitor = own.startedBy === visitorId ? visitorId : null;
  return shared.whole(`${token} ${visitor ?? ''}`, async () =>
    withOthers(own.version, await findOtherMigrations(deps, { ...own, visitorId: visitor })),
  );
}

type Own = Omit<Parameters<typeof findOtherMigrations>[1], 'visitorId'> & { version: string };

async function readOwn(deps: Deps, token: string): Promise<Own> {
  const opened = await checkMigrationLink(deps, token);
  const found = opened.ok ? await readMigrationVersion(deps.database.db, opened.link.importId) : undefined;
  if (!opened.ok || found === undefined) throw new LandfallError('not_found');
  const { version, username, visitorId } = found;
  return { version, username, startedBy: visitorId, link: opened.link, row: opened.row };
}
