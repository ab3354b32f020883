import { getAttempt, type AttemptRow } from '../store/creation-attempts';
import { getStartLink } from '../store/start-links';
import type { StartLink } from './customer-links';
import { migrationToken } from './migration-link';
import type { StartParts } from './start-parts';

export type OpenedStart =
  | { kind: 'off' | 'broken' | 'expired' }
  /** The link has led to an import already: coming back resumes it. */
  | { kind: 'resume'; migrationToken: string }
  | { kind: 'form'; link: StartLink; attempt: AttemptRow | null };

/** What a customer link opens: the form, or the migration it has started. A one-use link opens its migration as well. */
export async function openStartLink(
  parts: Pick<StartParts, 'database' | 'links' | 'clock' | 'startPage'>,
  token: string,
  attemptId?: string,
): Promise<OpenedStart> {
  if (parts.startPage === 'off') return { kind: 'off' };
  const opened = parts.links.openStart(token);
  if (!opened.ok && opened.why === 'broken') return { kind: 'broken' };
  const row = await getStartLink(parts.database.db, opened.link.id);
  if (row === undefined) return { kind: 'broken' };
  if (row.importId !== null) return { kind: 'resume', migrationToken: migrationToken(parts, row.importId) };
  if (!opened.ok) return { kind: 'expired' };
  const attempt = attemptId === undefined ? undefined : await ownAttempt(parts, attemptId, row.id);
  return { kind: 'form', link: opened.link, attempt: attempt ?? null };
}

/** An attempt's words are shown to whoever holds the link it was made with, and to nobody else. */
async function ownAttempt(
  parts: Pick<StartParts, 'database'>,
  attemptId: string,
  linkId: string,
): Promise<AttemptRow | undefined> {
  if (!/^[0-9a-f-]{36}$/.test(attemptId)) return undefined;
  const row = await getAttempt(parts.database.db, attemptId);
  return row?.linkId === linkId ? row : undefined;
}

/** In open mode an attempt's id is all there is: unguessable, and it tells no more than what was typed with it. */
export async function readOpenAttempt(
  parts: Pick<StartParts, 'database'>,
  attemptId: string | undefined,
): Promise<AttemptRow | null> {
  if (attemptId === undefined || !/^[0-9a-f-]{36}$/.test(attemptId)) return null;
  const row = await getAttempt(parts.database.db, attemptId);
  return row !== undefined && row.linkId === null && row.staffId === null ? row : null;
}
