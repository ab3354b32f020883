import { getAttempt, type AttemptRow } from '../store/imports/creation-attempts';
import { getStartLink } from '../store/imports/start-links';
import type { StartLink } from './customer-links';
import { createMigrationToken } from './migration-link';
import { migrationLinkDays, type StartDeps } from './start-deps';
import { findLinkTarget } from './find-link-target';

export type OpenedStart =
  | { kind: 'off' | 'broken' | 'expired' | 'used' }
  /** The link has led to an import already: coming back resumes it. */
  | { kind: 'resume'; migrationToken: string; language: StartLink['language'] }
  | { kind: 'form'; link: StartLink; attempt: AttemptRow | null };

type Deps = Pick<StartDeps, 'database' | 'links' | 'clock' | 'startPage'>;

/** What a customer link opens: the form, or the migration it has started. A used link opens its migration as well. */
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

/** An expired link starts nothing, but still opens what it has started, as long as a link to that would have lasted. */
export function isPastResumePeriod(deps: Pick<StartDeps, 'clock'>, link: StartLink): boolean {
  return deps.clock.now().getTime() >= Date.parse(link.expiresAt) + migrationLinkDays * 86_400_000;
}

/** An attempt's words are shown to whoever holds the link it was made with, and to nobody else. */
async function ownAttempt(
  deps: Pick<StartDeps, 'database'>,
  attemptId: string,
  linkId: string,
): Promise<AttemptRow | undefined> {
  if (!isUuid(attemptId)) return undefined;
  const row = await getAttempt(deps.database.db, attemptId);
  return row?.linkId === linkId ? row : undefined;
}

/** In open mode an attempt's id is all there is: unguessable, and it tells no more than what was typed with it. */
export async function readOpenModeAttempt(
  deps: Pick<StartDeps, 'database'>,
  attemptId: string | undefined,
): Promise<AttemptRow | null> {
  if (attemptId === undefined || !isUuid(attemptId)) return null;
  const row = await getAttempt(deps.database.db, attemptId);
  return row !== undefined && row.linkId === null && row.staffId === null ? row : null;
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
