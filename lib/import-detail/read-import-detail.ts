import type { Environment } from '../contract/environment';
import type { ImportDetail } from '../contract/imports';
import type { Situation } from '../contract/situation';
import { type ImportHistory, readImportHistory } from '../store/imports/import-history';
import { listObservedFacts } from '../store/imports/observations';
import type { StoredPoint } from '../imports/observations/merge-points';
import { groupBy } from '../core/group-by';
import { type Fold, foldPoints } from '../imports/timeline/fold-points';
import { findSituation, toSituationInput } from './find-situation';
import { nextStep } from './next-step';
import { toDecision } from '../sponsorship/to-decision';
import { observedFactsSchema, type ObservedFacts } from '../imports/observations/observed-facts';
import type { reportedFields } from '../imports/timeline/point';
import { reportedInStatus } from '../imports/timeline/reported-in-status';
import { toStoredPoint } from '../imports/observations/point-rows';
import type { ImportsDeps } from '../imports/imports-deps';
import { buildTimeline } from '../imports/timeline/build-timeline';
import { toImportRow } from '../imports/list/to-import-row';
import { adaptAdvice } from '../warnings/adapt-advice';
import { messagesFor } from '../messages/brand-messages';
import { toOwnTexts } from '../messages/own-texts';
import { toCustomerRule, toStaffRule, toWarningRules } from '../warnings/warning-rules';
import type { CustomerRule } from '../contract/warning-rules';

export type ImportDetailDeps = Pick<ImportsDeps, 'database' | 'clock' | 'stuck' | 'whoPays'>;

/** Reads an import from the database only, without calling the service. */
export async function readImportDetail(
  deps: ImportDetailDeps,
  environment: Environment,
  id: string,
): Promise<ImportDetail | undefined> {
  const history = await readImportHistory(deps.database.db, environment, id);
  return history && toImportDetail(deps, history, null);
}

export interface CustomerDetail {
  detail: ImportDetail;
  situation: Situation;
  warningRules: CustomerRule[];
  reported: ReturnType<typeof reportedInStatus>;
}

/** Like `readImportDetail`, with what the customer's page says about it and its warnings. */
export async function readImportForCustomer(deps: ImportDetailDeps, id: string): Promise<CustomerDetail | undefined> {
  const history = await readImportHistory(deps.database.db, 'live', id);
  if (!history) return undefined;
  const read = await toImportDetail(deps, history, null);
  const situation = findSituation(toSituationInput(read, deps.whoPays));
  // To the customer, an archived migration is still completed.
  const detail = { ...read, row: { ...read.row, gone: situation.progress === 'gone' } };
  const warningRules = toWarningRules(history.warningRules).map((rule) => adaptAdvice(toCustomerRule(rule), situation));
  const reported = reportedInStatus(history.points.map(toStoredPoint));
  return { detail, situation, warningRules, reported };
}

export async function toImportDetail(
  deps: ImportDetailDeps,
  history: ImportHistory,
  problem: ImportDetail['problem'],
): Promise<ImportDetail> {
  const { record, requests, notes, hasRedirectUrl } = history;
  const points = history.points.map(toStoredPoint);
  const [facts, thresholds] = await Promise.all([
    readCurrentFacts(deps, record, points),
    deps.stuck.read(record.environment),
  ]);
  const steps = groupBy(history.steps, (step) => step.decisionId);
  const now = deps.clock.now();
  const row = toImportRow(record, thresholds, now);
  const openRequest = requests.find((request) => request.closedAt === null);
  const decisions = history.decisions.map(toDecision);
  const decision = decisions.find(({ state }) => state !== 'withdrawn') ?? null;
  const request = openRequest
    ? {
        id: openRequest.id,
        requestedAt: openRequest.requestedAt.toISOString(),
        by: openRequest.by,
        source: openRequest.source,
        verified: openRequest.verified,
        message: openRequest.message,
      }
    : null;
  const hasEarlierWarnings =
    row.status?.known === 'Migration completed' && !reportedInStatus(points).includes('warnings');
  return {
    row,
    timeline: buildTimeline({
      points,
      facts: history.facts,
      startedBy: toStartedBy(history.startedBy),
      decisions: history.decisions.map((decision) => ({ ...decision, steps: steps.get(decision.id) ?? [] })),
      requests,
      notes,
      messages: history.messages,
      now,
    }),
    warnings: facts.warnings ?? [],
    warningRules: facts.warnings?.length ? toWarningRules(history.warningRules).map(toStaffRule) : [],
    records: facts.records ?? [],
    users: facts.users ?? null,
    decision,
    decisions,
    request,
    nextStep: nextStep(
      {
        ...toSituationInput({ row, decisions, request }, deps.whoPays),
        statusText: row.status?.text ?? null,
        latestRefused: decision?.state === 'refused',
        stuck: row.stuck,
        warnings: hasEarlierWarnings ? 0 : row.warnings,
        hasRedirectUrl,
      },
      messagesFor({ texts: { en: toOwnTexts(history.englishTexts) } }, 'en'),
    ),
    hasRedirectUrl,
    notes: notes.map(({ id, at, by, text }) => ({ id, at: at.toISOString(), by, text })),
    problem,
  };
}

const fieldsOfDetail = ['warnings', 'records', 'users'] as const satisfies (typeof reportedFields)[number][];

/** Created by a person or an API key of ours; undefined if the service had it first. */
export const toStartedBy = (value: string | null) =>
  observedFactsSchema.safeParse({ startedBy: value }).data?.startedBy;

/** Points store only hashes of the facts; the full values come from the observation that first reported them. */
async function readCurrentFacts(
  deps: ImportDetailDeps,
  { environment, id }: ImportHistory['record'],
  points: readonly StoredPoint[],
): Promise<Pick<ObservedFacts, (typeof fieldsOfDetail)[number]>> {
  const fold = foldPoints(points);
  const sources = fieldsOfDetail.flatMap((field) => {
    const reported = fold.facts[field]?.reported;
    if (!reported || ('size' in reported && reported.size === 0)) return [];
    const reporter = findReporter(points, fold, field);
    return reporter ? [{ field, fingerprint: reporter.fingerprint }] : [];
  });
  const fingerprints = new Set(sources.map(({ fingerprint }) => fingerprint));
  const rows = await listObservedFacts(deps.database.db, environment, id, [...fingerprints]);
  const read = new Map(rows.map((row) => [row.fingerprint, observedFactsSchema.parse(row.facts)]));
  return Object.fromEntries(sources.map(({ field, fingerprint }) => [field, read.get(fingerprint)?.[field]]));
}

/** The observation that has the current value of a field. */
export function findReporter(
  points: readonly StoredPoint[],
  fold: Fold,
  field: (typeof reportedFields)[number],
): StoredPoint | undefined {
  const hash = fold.facts[field]?.reported.hash;
  return points.find(
    (point) => point.storedAs === 'observation' && hash !== undefined && point.reported[field]?.hash === hash,
  );
}
