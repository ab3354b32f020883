import type { CustomerMigration } from '../contract/customer-migration';
import { layoutUsualPath } from '../contract/usual-path';
import { findSituation, toSituationInput } from '../import-detail/find-situation';
import { readImportForCustomer } from '../import-detail/read-import-detail';
import { readRedirectUrl } from '../imports/creation/create-import';
import { isInEffect } from '../sponsorship/decision-state-machine';
import { getAttempt, findAttemptByImport } from '../store/imports/creation-attempts';
import { issueMigrationToken } from './customer-links';
import { openMigrationLink } from './open-migration-link';
import { findRestartable } from './start-again';
import type { StartDeps } from './start-deps';

export type OpenedMigration =
  | { kind: 'broken' | 'expired' }
  | { kind: 'moved'; migrationToken: string }
  | { kind: 'migration'; importId: string; migration: CustomerMigration };

/** Staff see all of them. */
const maxWarnings = 1000;

/** Reads stored data only, so it does not depend on the service. */
export async function readMigration(deps: StartDeps, token: string): Promise<OpenedMigration> {
  const opened = await openMigrationLink(deps, token);
  if (!opened.ok) return { kind: opened.reason };
  const { importId } = opened.link;
  const read = await readImportForCustomer(deps.detail, importId);
  if (read === undefined) return { kind: 'broken' };
  const { detail, warningRules } = read;
  const replacement = await findReplacement(deps, importId);
  if (replacement !== undefined) {
    return { kind: 'moved', migrationToken: issueMigrationToken(deps, replacement, opened.link) };
  }
  const canContinue = (await readRedirectUrl(deps, 'live', importId)) !== null;
  const situation = findSituation(toSituationInput(detail, deps.whoPays));
  const decided = detail.decisions.find(isInEffect);
  return {
    kind: 'migration',
    importId,
    migration: {
      username: detail.row.username,
      tool: detail.row.tool,
      instanceUrl: toWebUrl(detail.row.instanceUrl),
      path: layoutUsualPath(detail),
      situation,
      seenAt: detail.row.status === null ? null : detail.row.seenAt,
      canContinue,
      canStartAgain: situation.actions.includes('start_again') && (await findRestartable(deps, importId)) !== undefined,
      warnings: detail.warnings.slice(0, maxWarnings),
      warningCount: detail.warnings.length,
      warningRules,
      note: situation.payment === 'accepted' || situation.payment === 'rejected' ? (decided?.note ?? '') : '',
    },
  };
}

async function findReplacement(deps: StartDeps, importId: string): Promise<string | undefined> {
  const { db } = deps.database;
  let attempt = await findAttemptByImport(db, 'live', importId);
  for (let steps = 0; attempt?.state === 'abandoned' && attempt.replacedBy !== null && steps < 20; steps += 1) {
    attempt = await getAttempt(db, attempt.replacedBy);
  }
  const next = attempt?.importId ?? undefined;
  return next === importId ? undefined : next;
}

/** Staff may enter any text; only web URLs become links. */
function toWebUrl(text: string | null): string | null {
  return text !== null && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null;
}
