import { isUuid } from '../core/is-uuid';
import { findAttemptByLink, getAttempt, type AttemptRow } from '../store/imports/creation-attempts';
import { getImport } from '../store/imports/imports';
import { getStartLink } from '../store/imports/start-links';
import type { StartLink } from './customer-links';
import { createMigrationToken } from './migration-link';
import { migrationLinkDays, type StartDeps } from './start-deps';

export type OpenedStart =
  | { kind: 'off' | 'broken' | 'expired' | 'used' }
  /** The link has already created an import. */
  | { kind: 'resume'; migrationToken: string; language: StartLink['language'] }
  | { kind: 'form'; link: StartLink; attempt: AttemptRow | null };

type Deps = Pick<StartDeps, 'database' | 'links' | 'clock' | 'startPage'>;

/** Opens the form, or the migration that the link has started. */
export async function openStartLink(deps: Deps, token: string, attemptId?: string): Promise<OpenedStart> {
  if (deps.startPage === 'off') return { kind: 'off' };
  const opened = deps.links.readStartToken(token);
  if (!opened.ok && opened.reason === 'broken') return { kind: 'broken' };
  const { link } = opened;
  const row = await getStartLink(deps.database.db, link.id);
  if (row === undefined) return { kind: 'broken' };
  const target = await findLinkTarget(deps, link);
  if (target.to === 'import') {
    if (isPastResumePeriod(deps, link)) return { kind: 'expired' };
    return { kind: 'resume', migrationToken: createMigrationToken(deps, target.importId), language: link.language };
  }
  if (!opened.ok) return { kind: 'expired' };
  if (target.to === 'used') return { kind: 'used' };
  if (target.to === 'lost') return { kind: 'form', link, attempt: target.attempt };
  const attempt = attemptId === undefined ? undefined : await ownAttempt(deps, attemptId, row.id);
  return { kind: 'form', link, attempt: attempt ?? null };
}

type LinkTarget =
  /** `replaces` is an attempt whose import is gone. */
  | { to: 'form'; replaces: AttemptRow | null }
  | { to: 'import'; importId: string }
  /** A single-use link whose import is gone. */
  | { to: 'used' }
  /** The response was lost and the outcome is not known yet. */
  | { to: 'lost'; attempt: AttemptRow };

/** A second visit resumes the same import instead of creating another. */
export async function findLinkTarget(
  deps: Pick<StartDeps, 'database'>,
  link: { id: string; oneUse: boolean },
): Promise<LinkTarget> {
  const { db } = deps.database;
  const attempt = await findAttemptByLink(db, link.id);
  if (!attempt) return { to: 'form', replaces: null };
  if (attempt.state === 'unknown') return { to: 'lost', attempt };
  if (attempt.importId === null) return { to: 'form', replaces: null };
  const record = await getImport(db, 'live', attempt.importId);
  if (!record?.gone) return { to: 'import', importId: attempt.importId };
  return link.oneUse ? { to: 'used' } : { to: 'form', replaces: attempt };
}

/** An expired link starts nothing, but still opens its migration for a while. */
export function isPastResumePeriod(deps: Pick<StartDeps, 'clock'>, link: StartLink): boolean {
  return deps.clock.now().getTime() >= Date.parse(link.expiresAt) + migrationLinkDays * 86_400_000;
}

/** An attempt is only shown to the link that it was made with. */
async function ownAttempt(
  deps: Pick<StartDeps, 'database'>,
  attemptId: string,
  linkId: string,
): Promise<AttemptRow | undefined> {
  if (!isUuid(attemptId)) return undefined;
  const row = await getAttempt(deps.database.db, attemptId);
  return row?.linkId === linkId ? row : undefined;
}

/** In open mode only the id protects an attempt: it is unguessable and shows only what was typed in. */
export async function readOpenModeAttempt(
  deps: Pick<StartDeps, 'database'>,
  attemptId: string | undefined,
): Promise<AttemptRow | null> {
  if (attemptId === undefined || !isUuid(attemptId)) return null;
  const row = await getAttempt(deps.database.db, attemptId);
  return row !== undefined && row.linkId === null && row.staffId === null ? row : null;
}
