import { isWebUrl } from '../contract/complete-url';
import type { CustomerMigration, Moved, UsualRange } from '../contract/customer-migration';
import type { ImportDetail } from '../contract/imports';
import { layoutUsualPath } from '../contract/usual-path';
import { layoutCustomerSteps } from '../import-detail/customer-steps';
import { type CustomerDetail, readImportForCustomer } from '../import-detail/read-import-detail';
import { readRedirectUrl } from '../imports/creation/create-import';
import type { UsualDurations } from '../imports/usual-durations';
import { roundRange } from '../messages/describe-range';
import { isInEffect } from '../contract/decision-in-effect';
import { type AttemptRow, findAttemptByImport, getAttempt } from '../store/imports/creation-attempts';
import { readMigrationVersion } from '../store/imports/migration-version';
import { issueMigrationToken } from './customer-links';
import { findOtherMigrations, withOthers } from './find-other-migrations';
import { openMigrationLink } from './open-migration-link';
import { isRestartable } from './start-again';
import type { StartDeps } from './start-deps';

export type OpenedMigration =
  | { kind: 'broken' | 'expired' }
  | { kind: 'moved'; migrationToken: string }
  | { kind: 'migration'; importId: string; migration: CustomerMigration };

/** Staff see all of them. */
const maxWarnings = 1000;

/** Reads stored data only, so it does not depend on the service. */
export async function readMigration(
  deps: StartDeps,
  token: string,
  { visitorId }: { visitorId: string | null } = { visitorId: null },
): Promise<OpenedMigration> {
  const opened = await openMigrationLink(deps, token);
  if (!opened.ok) return { kind: opened.reason };
  const { link, row } = opened;
  const { importId } = link;
  const { db } = deps.database;
  // Read before the content, so that a change in between is found later.
  const own = await readMigrationVersion(db, importId);
  const [read, attempt] = await Promise.all([
    readImportForCustomer(deps.detail, importId),
    findAttemptByImport(db, 'live', importId),
  ]);
  if (read === undefined || own === undefined) return { kind: 'broken' };
  const replacement = await findReplacement(deps, importId, attempt);
  if (replacement !== undefined) {
    return { kind: 'moved', migrationToken: issueMigrationToken(deps, replacement, link) };
  }
  const { detail, situation, warningRules } = read;
  const { username, tool } = detail.row;
  const [canContinue, canStartAgain, durations, others] = await Promise.all([
    detail.hasRedirectUrl && readRedirectUrl(deps, 'live', importId).then((url) => url !== null),
    situation.actions.includes('start_again') && isRestartable(deps, attempt),
    deps.durations.read(tool),
    findOtherMigrations(deps, { link, row, username, startedBy: attempt?.visitorId ?? null, visitorId }),
  ]);
  const decided = detail.decisions.find(isInEffect);
  const warnings = hasWarnings(read) ? detail.warnings : [];
  return {
    kind: 'migration',
    importId,
    migration: {
      version: withOthers(own.version, others),
      reference: importId,
      username,
      tool,
      // The service may report any text; only web URLs become links.
      instanceUrl: isWebUrl(detail.row.instanceUrl ?? '') ? detail.row.instanceUrl : null,
      steps: layoutCustomerSteps(layoutUsualPath(detail), situation),
      ...usualTimes(durations, detail.row),
      situation,
      seenAt: detail.row.status === null ? null : detail.row.seenAt,
      canContinue,
      canStartAgain: canStartAgain && !canContinue,
      isStartedHere: attempt !== undefined,
      moved: toMoved(read),
      warnings: warnings.slice(0, maxWarnings),
      warningCount: warnings.length,
      warningRules,
      note: situation.payment === 'accepted' || situation.payment === 'rejected' ? (decided?.note ?? '') : '',
      others,
    },
  };
}

/** Warnings of the sample are not about the full migration. After an undo there is nothing left to fix. */
function hasWarnings({ situation, reported }: CustomerDetail): boolean {
  const { progress } = situation;
  return progress === 'completed' ? reported.includes('warnings') : progress !== 'undoing' && progress !== 'undone';
}

/** Only what was reported in this status: earlier details are about something else. */
function toMoved({ detail, situation, reported }: CustomerDetail): Moved | null {
  const { row, records, users } = detail;
  const isResult = situation.progress === 'completed' || row.status?.known === 'Sample migration completed';
  if (!isResult || row.gone) return null;
  const moved = {
    records: reported.includes('records') ? records : [],
    total: reported.includes('records') ? row.records : null,
    usersMatched: reported.includes('users') ? (users?.matched ?? null) : null,
    usersTotal: reported.includes('users') ? (users?.total ?? null) : null,
  };
  return moved.records.length === 0 && moved.total === null && moved.usersMatched === null ? null : moved;
}

/** Until it was last seen: what happened since then is unknown. */
function usualTimes(
  durations: UsualDurations,
  { status, sinceTo, seenAt, gone }: ImportDetail['row'],
): Pick<CustomerMigration, 'usual' | 'isSlow'> {
  const sample = durations.get('Sample migration in progress');
  const full = durations.get('Migration in progress');
  const current = [...durations].find(([known]) => !gone && known === status?.known)?.[1];
  const elapsedS = sinceTo === null ? 0 : (Date.parse(seenAt) - Date.parse(sinceTo)) / 1000;
  return {
    usual: { ...(sample && { sample_copy: sample }), ...(full && { full_copy: full }) },
    isSlow: current !== undefined && elapsedS > shownEndS(current),
  };
}

/** Not the exact one: the page would say “usually 1–3 days” and “longer than usual” on the third day. */
function shownEndS(range: UsualRange): number {
  const { to, unitS } = roundRange(range);
  return to * unitS;
}

async function findReplacement(
  deps: StartDeps,
  importId: string,
  first: AttemptRow | undefined,
): Promise<string | undefined> {
  const { db } = deps.database;
  let attempt = first;
  for (let steps = 0; attempt?.state === 'abandoned' && attempt.replacedBy !== null && steps < 20; steps += 1) {
    attempt = await getAttempt(db, attempt.replacedBy);
  }
  const next = attempt?.importId ?? undefined;
  return next === importId ? undefined : next;
}
