import { findStandingOfLink, type AttemptRow } from '../store/creation-attempts';
import { getImport } from '../store/imports';
import type { StartParts } from './start-parts';

export type LinkLeads =
  /** To the form; `over` is an attempt whose import is gone, and whose place a new one takes. */
  | { to: 'form'; over: AttemptRow | null }
  | { to: 'import'; importId: string }
  /** The link was for one use, and what it was used for is gone. */
  | { to: 'used' }
  /** An answer was lost, and we do not know yet. */
  | { to: 'lost'; attempt: AttemptRow };

/** What a customer link has led to so far. Coming back resumes the same import rather than making a second. */
export async function whereLinkLeads(
  parts: Pick<StartParts, 'database'>,
  link: { id: string; oneUse: boolean },
): Promise<LinkLeads> {
  const { db } = parts.database;
  const standing = await findStandingOfLink(db, link.id);
  if (!standing) return { to: 'form', over: null };
  if (standing.state === 'unknown') return { to: 'lost', attempt: standing };
  if (standing.importId === null) return { to: 'form', over: null };
  const record = await getImport(db, 'live', standing.importId);
  if (!record?.gone) return { to: 'import', importId: standing.importId };
  return link.oneUse ? { to: 'used' } : { to: 'form', over: standing };
}
