import type { CustomerMigration } from '../contract/customer-migration';
import type { ImportDetail } from '../contract/imports';
import { readRedirectUrl } from '../imports/creation/create-import';
import { getAttempt, findAttemptByImport } from '../store/imports/creation-attempts';
import { createMigrationToken } from './migration-link';
import { findRestartable } from './start-again';
import type { StartDeps } from './start-deps';

export type OpenedMigration =
  | { kind: 'broken' | 'expired' }
  /** It was started again: this is the one to follow now. */
  | { kind: 'moved'; migrationToken: string }
  | { kind: 'migration'; importId: string; migration: CustomerMigration };

/** Enough to tell what they are about; all of them are for staff to look at. */
const maxWarnings = 1000;

/** The customer's own migration, from the record: it answers at once, whatever the service does. */
export async function readMigration(deps: StartDeps, token: string): Promise<OpenedMigration> {
  const opened = deps.links.readMigrationToken(token);
  if (!opened.ok) return { kind: opened.reason };
  const { importId } = opened.link;
  const detail = await deps.readImportDetail(importId);
  if (detail === undefined) return { kind: 'broken' };
  const next = await findReplacement(deps, importId);
  if (next !== undefined) return { kind: 'moved', migrationToken: createMigrationToken(deps, next) };
  const canContinue = (await readRedirectUrl(deps, 'live', importId)) !== null;
  const waiting = detail.row.status === null || detail.row.status.known === 'Collecting credentials';
  return {
    kind: 'migration',
    importId,
    migration: {
      username: detail.row.username,
      tool: detail.row.tool,
      instanceUrl: webAddress(detail.row.instanceUrl),
      status: detail.row.status,
      gone: detail.row.gone,
      seenAt: detail.row.status === null ? null : detail.row.seenAt,
      canContinue,
      canStartAgain: waiting && !detail.row.gone && (await findRestartable(deps, importId)) !== undefined,
      warnings: detail.warnings.slice(0, maxWarnings),
      warningCount: detail.warnings.length,
      full: fullStateOf(detail, deps.whoPays),
      note: effectiveDecisionOf(detail)?.note ?? '',
    },
  };
}

/** The import that took this one's place, when it was started again. */
async function findReplacement(deps: StartDeps, importId: string): Promise<string | undefined> {
  const { db } = deps.database;
  let attempt = await findAttemptByImport(db, 'live', importId);
  for (let steps = 0; attempt?.state === 'abandoned' && attempt.replacedBy !== null && steps < 20; steps += 1) {
    attempt = await getAttempt(db, attempt.replacedBy);
  }
  const next = attempt?.importId ?? undefined;
  return next === importId ? undefined : next;
}

function effectiveDecisionOf(detail: ImportDetail) {
  return detail.decisions.find(
    (d) => d.state === 'confirmed' || (d.state === 'resolved' && d.resolution === 'settled_done'),
  );
}

/** Nothing of the inside shows: proposed, sending and unknown are all still "we are looking at it". */
function fullStateOf(detail: ImportDetail, whoPays: 'partner' | 'customer'): CustomerMigration['full'] {
  const { row } = detail;
  if (row.gone) return 'none';
  const sampled = row.status?.known === 'Sample migration completed';
  if (whoPays === 'customer') return sampled ? 'customer_pays' : 'none';
  const answer = effectiveDecisionOf(detail);
  if (answer) return answer.kind === 'reject' ? 'rejected' : 'accepted';
  if (detail.request !== null || ['proposed', 'sending', 'unknown'].includes(row.decision)) return 'asked';
  return sampled ? 'can_ask' : 'none';
}

/** Staff may fill in anything; only an address on the web becomes a link. */
function webAddress(text: string | null): string | null {
  return text !== null && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null;
}
