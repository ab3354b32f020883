import type { Environment } from '../contract/environment';
import type { ImportDetail } from '../contract/imports';
import { knownStatuses } from '../contract/status';
import { listDecisionsOf, listStepsOf } from '../store/decisions';
import { listRequestsOf } from '../store/full-requests';
import { listImportFacts } from '../store/import-facts';
import { readSealedRedirect } from '../store/import-secrets';
import { getImport } from '../store/imports';
import { listNotes } from '../store/notes';
import { listObservedFacts, listPoints } from '../store/observations';
import type { KeptPoint } from './absorb';
import { groupBy } from './group-by';
import { foldRuns } from './fold-runs';
import { nextStep } from './next-step';
import { observedFactsSchema, type ObservedFacts } from './observed-facts';
import { toldFields } from './point';
import { toKeptPoint } from './point-rows';
import type { RecordParts } from './record-parts';
import { buildTimeline } from './timeline';
import { toImportRow } from './to-import-row';

/** Everything known of an import, from the record alone. Undefined when there is no such import in it. */
export async function readDetail(
  parts: RecordParts,
  environment: Environment,
  id: string,
  problem: ImportDetail['problem'] = null,
): Promise<ImportDetail | undefined> {
  const { db } = parts.database;
  const record = await getImport(db, environment, id);
  if (!record) return undefined;
  const points = (await listPoints(db, environment, [id])).map(toKeptPoint);
  const facts = await readFactsInForce(parts, environment, id, points);
  const decisionRows = await listDecisionsOf(db, environment, id);
  const steps = groupBy(
    await listStepsOf(
      db,
      decisionRows.map((row) => row.id),
    ),
    (step) => step.decisionId,
  );
  const requests = await listRequestsOf(db, environment, id);
  const notes = await listNotes(db, environment, id);
  const rule = await parts.stuck.read(environment);
  const now = parts.clock.now();
  const row = toImportRow(record, rule, now);
  const open = requests.find((request) => request.closedAt === null);
  const decisions = decisionRows.map(parts.toDecision);
  const current = decisions.find((decision) => decision.state !== 'withdrawn');
  const hasRedirectUrl = (await readSealedRedirect(db, environment, id)) !== null;
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
    decision: current ?? null,
    decisions,
    request: open
      ? {
          id: open.id,
          askedAt: open.askedAt.toISOString(),
          by: open.by,
          source: open.source,
          verified: open.verified,
          message: open.message,
        }
      : null,
    nextStep: nextStep({
      known: knownStatuses.find((text) => text === row.status?.known),
      text: row.status?.text ?? null,
      gone: row.gone,
      stuck: row.stuck,
      warnings: row.warnings,
      decision: row.decision,
      whoPays: parts.whoPays,
      hasRedirectUrl,
    }),
    hasRedirectUrl,
    notes: notes.map(({ id: noteId, at, by, text }) => ({ id: noteId, at: at.toISOString(), by, text })),
    problem,
  };
}

/** The warnings, records and users that hold now, each read from an observation that told exactly them. */
async function readFactsInForce(
  parts: Pick<RecordParts, 'database'>,
  environment: Environment,
  id: string,
  points: readonly KeptPoint[],
): Promise<ObservedFacts> {
  const fold = foldRuns(points);
  const tellers = toldFields.flatMap((field) => {
    const hash = fold.facts[field]?.told.hash;
    const teller = points.find(
      (point) => point.kept === 'observation' && hash !== undefined && point.told[field]?.hash === hash,
    );
    return teller ? [{ field, fingerprint: teller.fingerprint }] : [];
  });
  const birth = fold.birth?.fingerprint;
  const fingerprints = new Set([...tellers.map(({ fingerprint }) => fingerprint), ...(birth ? [birth] : [])]);
  const rows = await listObservedFacts(parts.database.db, environment, id, [...fingerprints]);
  const read = new Map(rows.map((row) => [row.fingerprint, observedFactsSchema.parse(row.facts)]));
  const startedBy = birth === undefined ? undefined : read.get(birth)?.startedBy;
  return Object.fromEntries([
    ...tellers.map(({ field, fingerprint }) => [field, read.get(fingerprint)?.[field]]),
    ['startedBy', startedBy],
  ]);
}
