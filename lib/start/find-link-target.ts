import { findAttemptByLink, type AttemptRow } from '../store/imports/creation-attempts';
import { getImport } from '../store/imports/imports';
import type { StartDeps } from './start-deps';

export type LinkTarget =
  /** To the form; `over` is an attempt whose import is gone, and whose place a new one takes. */
  | { to: 'form'; replaces: AttemptRow | null }
  | { to: 'import'; importId: string }
  /** The link was for one use, and what it was used for is gone. */
  | { to: 'used' }
  /** An answer was lost, and we do not know yet. */
  | { to: 'lost'; attempt: AttemptRow };

/** What a customer link has led to so far. Coming back resumes the same import rather than making a second. */
export async function findLinkTarget(
  deps: Pick<StartDeps, 'database'>,
  link: { id: string; oneUse: boolean },
): Promise<LinkTarget> {
  const { db } = deps.database;
  const attempt = await findAttemptByLink(db, link.id);
  if (!attempt) return { to: 'form', replaces: null };
  if (attempt.state === 'unknown') return { to: 'lost', attempt: attempt };
  if (attempt.importId === null) return { to: 'form', replaces: null };
  const record = await getImport(db, 'live', attempt.importId);
  if (!record?.gone) return { to: 'import', importId: attempt.importId };
  return link.oneUse ? { to: 'used' } : { to: 'form', replaces: attempt };
}
