import { getAttempt, type AttemptRow } from '../store/creation-attempts';
import { getStartLink } from '../store/start-links';
import type { StartLink } from './customer-links';
import { migrationToken } from './migration-link';
import { migrationLinkDays, type StartParts } from './start-parts';
import { whereLinkLeads } from './where-link-leads';

export type OpenedStart =
  | { kind: 'off' | 'broken' | 'expired' | 'used' }
  /** The link has led to an import already: coming back resumes it. */
  | { kind: 'resume'; migrationToken: string; language: StartLink['language'] }
  | { kind: 'form'; link: StartLink; attempt: AttemptRow | null };

type Parts = Pick<StartParts, 'database' | 'links' | 'clock' | 'startPage'>;

/** What a customer link opens: the form, or the migration it has started. A used link opens its migration as well. */
export async function openStartLink(parts: Parts, token: string, attemptId?: string): Promise<OpenedStart> {
  if (parts.startPage === 'off') return { kind: 'off' };
  const opened = parts.links.openStart(token);
  if (!opened.ok && opened.why === 'broken') return { kind: 'broken' };
  const { link } = opened;
  const row = await getStartLink(parts.database.db, link.id);
  if (row === undefined) return { kind: 'broken' };
  const leads = await whereLinkLeads(parts, link);
  if (leads.to === 'import') {
    if (isLongExpired(parts, link)) return { kind: 'expired' };
    return { kind: 'resume', migrationToken: migrationToken(parts, leads.importId), language: link.language };
  }
  if (!opened.ok) return { kind: 'expired' };
  if (leads.to === 'used') return { kind: 'used' };
  if (leads.to === 'lost') return { kind: 'form', link, attempt: leads.attempt };
  const attempt = attemptId === undefined ? undefined : await ownAttempt(parts, attemptId, row.id);
  return { kind: 'form', link, attempt: attempt ?? null };
}

/** An expired link starts nothing, but still opens what it has started, as long as a link to that would have lasted. */
export function isLongExpired(parts: Pick<StartParts, 'clock'>, link: StartLink): boolean {
  return parts.clock.now().getTime() >= Date.parse(link.expiresAt) + migrationLinkDays * 86_400_000;
}

/** An attempt's words are shown to whoever holds the link it was made with, and to nobody else. */
async function ownAttempt(
  parts: Pick<StartParts, 'database'>,
  attemptId: string,
  linkId: string,
): Promise<AttemptRow | undefined> {
  if (!isUuid(attemptId)) return undefined;
  const row = await getAttempt(parts.database.db, attemptId);
  return row?.linkId === linkId ? row : undefined;
}

/** In open mode an attempt's id is all there is: unguessable, and it tells no more than what was typed with it. */
export async function readOpenAttempt(
  parts: Pick<StartParts, 'database'>,
  attemptId: string | undefined,
): Promise<AttemptRow | null> {
  if (attemptId === undefined || !isUuid(attemptId)) return null;
  const row = await getAttempt(parts.database.db, attemptId);
  return row !== undefined && row.linkId === null && row.staffId === null ? row : null;
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
