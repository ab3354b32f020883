import type { Environment } from '../contract/environment';
import type { ImportDetail } from '../contract/imports';
import { listDecisions, listDecisionSteps } from '../store/sponsorship/decisions';
import { listRequests } from '../store/sponsorship/full-requests';
import { listImportFacts } from '../store/imports/import-facts';
import { readEncryptedRedirectUrl } from '../store/imports/import-secrets';
import { getImport } from '../store/imports/imports';
import { listNotes } from '../store/imports/notes';
import { listObservedFacts, listPoints } from '../store/imports/observations';
import type { StoredPoint } from '../imports/observations/merge-points';
import { groupBy } from '../core/group-by';
import { foldPoints } from '../imports/timeline/fold-points';
import { toSituationInput } from './find-situation';
import { nextStep } from './next-step';
import { toDecision } from '../sponsorship/to-decision';
import { observedFactsSchema, type ObservedFacts } from '../imports/observations/observed-facts';
import { reportedFields } from '../imports/timeline/point';
import { toStoredPoint } from '../imports/observations/point-rows';
import type { ImportsDeps } from '../imports/imports-deps';
import { buildTimeline } from '../imports/timeline/build-timeline';
import { toImportRow } from '../imports/list/to-import-row';

export type ImportDetailDeps = Pick<ImportsDeps, 'database' | 'clock' | 'stuck' | 'whoPays'>;

/** Reads an import from the database only, without calling the service. */
export async function readImportDetail(
  deps: ImportDetailDeps,
  environment: Environment,
  id: string,
  problem: ImportDetail['problem'] = null,
): Promise<ImportDetail | undefined> {
  const { db } = deps.database;
  const record = await getImport(db, environment, id);
  if (!record) return undefined;
  const points = (await listPoints(db, environment, [id])).map(toStoredPoint);
  const facts = await readCurrentFacts(deps, environment, id, points);
  const decisionRows = await listDecisions(db, environment, id);
  const decisionIds = decisionRows.map((row) => row.id);
  const steps = groupBy(await listDecisionSteps(db, decisionIds), (step) => step.decisionId);
  const requests = await listRequests(db, environment, id);
  const notes = await listNotes(db, environment, id);
  const thresholds = await deps.stuck.read(environment);
  const now = deps.clock.now();
  const row = toImportRow(record, thresholds, now);
  const openRequest = requests.find((request) => request.closedAt === null);
  const decisions = decisionRows.map(toDecision);
  const request = openRequest
    ? {
        id: openRequest.id,
        askedAt: openRequest.requestedAt.toISOString(),
        by: openRequest.by,
        source: openRequest.source,
        verified: openRequest.verified,
        message: openRequest.message,
      }
    : null;
  const hasRedirectUrl = (await readEncryptedRedirectUrl(db, environment, id)) !== null;
  return {
    row,
    timeline: buildTimeline({
      points,
      facts: await listImportFacts(db, environment, [id]),
      startedBy: facts.startedBy,
      decisions: decisionRows.map((decision) => ({ ...decision, steps: steps.get(decision.id) ?? [] })),
      requests,
      notes,
      now,
    }),
    warnings: facts.warnings ?? [],
    records: facts.records ?? [],
    users: facts.users ?? null,
    decision: decisions.find(({ state }) => state !== 'withdrawn') ?? null,
    decisions,
    request,
    nextStep: nextStep({
      ...toSituationInput({ row, decisions, request }, deps.whoPays),
      statusText: row.status?.text ?? null,
      latestRefused: row.decision === 'refused',
      stuck: row.stuck,
      warnings: row.warnings,
      hasRedirectUrl,
    }),
    hasRedirectUrl,
    notes: notes.map(({ id: noteId, at, by, text }) => ({ id: noteId, at: at.toISOString(), by, text })),
    problem,
  };
}

/** Points store only hashes of the facts; the full values come from the observation that first reported them. */
async function readCurrentFacts(
  deps: ImportDetailDeps,
  environment: Environment,
  id: string,
  points: readonly StoredPoint[],
): Promise<ObservedFacts> {
  const fold = foldPoints(points);
  const sources = reportedFields.flatMap((field) => {
    const hash = fold.facts[field]?.reported.hash;
    const reporter = points.find(
      (point) => point.storedAs === 'observation' && hash !== undefined && point.reported[field]?.hash === hash,
    );
    return reporter ? [{ field, fingerprint: reporter.fingerprint }] : [];
  });
  const origin = fold.origin?.fingerprint;
  const fingerprints = new Set([...sources.map(({ fingerprint }) => fingerprint), ...(origin ? [origin] : [])]);
  const rows = await listObservedFacts(deps.database.db, environment, id, [...fingerprints]);
  const read = new Map(rows.map((row) => [row.fingerprint, observedFactsSchema.parse(row.facts)]));
  const startedBy = origin === undefined ? undefined : read.get(origin)?.startedBy;
  return Object.fromEntries([
    ...sources.map(({ field, fingerprint }) => [field, read.get(fingerprint)?.[field]]),
    ['startedBy', startedBy],
  ]);
}
