import { isUuid } from '../core/is-uuid';
import { isUnavailable } from '../imports/creation/may-start-again';
import {
  findAttemptByLink,
  getAttempt,
  listReplacedAttempts,
  type AttemptRow,
} from '../store/imports/creation-attempts';
import { getImport } from '../store/imports/imports';
import { getStartLink } from '../store/imports/start-links';
import {
  expiryOfMigrationLink,
  issueMigrationToken,
  type LinkOrigin,
  readStartToken,
  type StartLink,
} from './customer-links';
import { migrationLinkDays, type StartDeps } from './start-deps';

export interface StartAttempt extends Pick<
  AttemptRow,
  'id' | 'tool' | 'username' | 'contactEmail' | 'state' | 'errors'
> {
  /** The attempt whose response was lost: this one, or the one it failed to replace. */
  retryOf: string | null;
}

export type OpenedStart =
  | { kind: 'off' | 'broken' | 'expired' | 'used'; language: StartLink['language'] }
  | { kind: 'resume'; migrationToken: string; language: StartLink['language'] }
  | { kind: 'form'; link: StartLink; attempt: StartAttempt | null };

export async function openStartLink(deps: StartDeps, token: string, attemptId?: string): Promise<OpenedStart> {
  const opened = await openLink(deps, token, attemptId);
  // That ends starting, not following.
  return deps.startPage === 'off' && opened.kind !== 'resume' ? { kind: 'off', language: null } : opened;
}

async function openLink(deps: StartDeps, token: string, attemptId: string | undefined): Promise<OpenedStart> {
  const opened = readStartToken(deps, token);
  if (!opened.ok && opened.reason === 'broken') return { kind: 'broken', language: null };
  const { link } = opened;
  const { language } = link;
  const row = await getStartLink(deps.database.db, link.id);
  if (row === undefined || row.revokedAt !== null) return { kind: 'broken', language: null };
  const target = await findLinkTarget(deps, link);
  if (target.to === 'import') {
    if (isPastResumePeriod(deps, link)) return { kind: 'expired', language };
    const migrationToken = issueMigrationToken(deps, target.importId, { startLinkId: link.id });
    return { kind: 'resume', migrationToken, language };
  }
  if (!opened.ok) return { kind: 'expired', language };
  if (target.to === 'used') return { kind: 'used', language };
  const given = await findAttempt(deps, attemptId);
  // Only shown to the link that it was made with.
  const attempt = given?.linkId === row.id ? await toStartAttempt(deps, given) : null;
  if (target.to === 'lost' && attempt?.retryOf !== target.attempt.id) {
    return { kind: 'form', link, attempt: await toStartAttempt(deps, target.attempt) };
  }
  return { kind: 'form', link, attempt };
}

type LinkTarget =
  /** `replaces` is an attempt whose import is no longer available. */
  | { to: 'form'; replaces: AttemptRow | null }
  | { to: 'import'; importId: string }
  /** A single-use link whose import is no longer available. */
  | { to: 'used' }
  /** The response was lost and the outcome is not known yet. */
  | { to: 'lost'; attempt: AttemptRow };

/** A second visit resumes the same import instead of creating another. */
export async function findLinkTarget(deps: StartDeps, link: { id: string; oneUse: boolean }): Promise<LinkTarget> {
  const { db } = deps.database;
  const attempt = await findAttemptByLink(db, link.id);
  if (!attempt) return { to: 'form', replaces: null };
  if (attempt.state === 'unknown') return { to: 'lost', attempt };
  if (attempt.importId === null) return { to: 'form', replaces: null };
  const record = await getImport(db, 'live', attempt.importId);
  if (record === undefined || !isUnavailable(record)) return { to: 'import', importId: attempt.importId };
  // Its username was that of another customer, and was erased.
  return link.oneUse || attempt.username === null ? { to: 'used' } : { to: 'form', replaces: attempt };
}

/** An expired link starts nothing, but still opens its migration for a while. */
export function isPastResumePeriod(deps: StartDeps, link: StartLink): boolean {
  return deps.clock.now().getTime() >= Date.parse(link.expiresAt) + migrationLinkDays * 86_400_000;
}

/** In open mode only the id protects an attempt: it is unguessable and shows only what was typed in. */
export async function readOpenModeAttempt(deps: StartDeps, id: string | undefined): Promise<StartAttempt | null> {
  const row = await findAttempt(deps, id);
  return row?.linkId === null && row.staffId === null ? toStartAttempt(deps, row) : null;
}

/** The browser that sent the form is led to an import that was found after the response was lost. */
export async function findStartedMigration(
  deps: StartDeps,
  given: { attempt: string | undefined; visitorId: string | null },
): Promise<string | null> {
  const row = await findAttempt(deps, given.attempt);
  if (!row?.importId || row.visitorId === null || row.visitorId !== given.visitorId) return null;
  return issueMigrationToken(deps, row.importId, originOf(row));
}

/** In open mode as old as the attempt, so that revoking all links also covers a browser that sends the form again. */
export function originOf({ linkId, createdAt }: AttemptRow): LinkOrigin {
  if (linkId !== null) return { startLinkId: linkId };
  return { issuedAt: createdAt.toISOString(), expiresAt: expiryOfMigrationLink(createdAt).toISOString() };
}

async function toStartAttempt({ database: { db } }: StartDeps, row: AttemptRow): Promise<StartAttempt> {
  const candidates = [row, ...(await listReplacedAttempts(db, row))];
  return { ...row, retryOf: candidates.find(({ state }) => state === 'unknown')?.id ?? null };
}

async function findAttempt(deps: StartDeps, id: string | undefined): Promise<AttemptRow | undefined> {
  return id !== undefined && isUuid(id) ? getAttempt(deps.database.db, id) : undefined;
}
