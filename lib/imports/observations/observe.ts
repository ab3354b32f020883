import type { Environment } from '../../contract/environment';
import { isImportId } from '../../contract/import-id';
import { LandfallError } from '../../core/errors';
import type { Cipher } from '../../core/cipher';
import { recordChanges } from '../../store/events/changes';
import type { Database, Db } from '../../store/database/database';
import { insertImportFacts, listImportFacts } from '../../store/imports/import-facts';
import { touchImports, upsertImports } from '../../store/imports/imports';
import {
  deleteConfirmations,
  insertObservations,
  insertConfirmations,
  listPoints,
  lockImports,
} from '../../store/imports/observations';
import { replaceStatusPeriods } from '../../store/imports/status-periods';
import { mergePoints } from './merge-points';
import { deriveCurrent, type CurrentRow, type Derived, type KnownFact } from '../timeline/derive-current';
import { newFacts, type NewFact } from './new-facts';
import { groupBy } from '../../core/group-by';
import { dropErased } from '../erasures/drop-erased';
import { observationRows, confirmationRow, toStoredPoint, toPoint } from './point-rows';
import type { ObservationInput } from './observation-input';

export interface ObservedImport {
  environment: Environment;
  importId: string;
  isNew: boolean;
  /** Whether anything besides `seenAt` and `seenBy` changed. */
  changed: boolean;
  before: CurrentRow | undefined;
  row: CurrentRow;
}

/** The dependencies of `observe`. */
export interface Observer {
  database: Database;
  cipher: Cipher;
  /** Runs in the same transaction; the poller schedules its polls here. */
  afterObserve?: (tx: Db, observed: readonly ObservedImport[]) => Promise<void>;
}

const maxPerTransaction = 500;
/** Identifiers share index entries with other text, and index entries are limited in size. */
const maxIdBytes = 512;

export function isRecordableId(id: string): boolean {
  return isImportId(id) && id.isWellFormed() && Buffer.byteLength(id) <= maxIdBytes;
}

/** The only code that stores observations. Each import is locked, so that instances cannot race. */
export async function observe(observer: Observer, input: ObservationInput): Promise<ObservedImport> {
  const [observed] = await observeAll(observer, [input]);
  if (!observed) throw new LandfallError('not_found', 'The data of this import was erased.');
  return observed;
}

/** One result per import, in no particular order; none for erased ones. Long lists take several transactions. */
export async function observeAll(observer: Observer, inputs: readonly ObservationInput[]): Promise<ObservedImport[]> {
  const observed: ObservedImport[] = [];
  for (const chunk of chunksByImport(inputs)) {
    observed.push(...(await observer.database.transaction((tx) => observeIn(observer, tx, chunk))));
  }
  return observed;
}

/** Runs in the caller's transaction, which must not hold another import's lock yet. */
export async function observeIn(
  observer: Observer,
  tx: Db,
  inputs: readonly ObservationInput[],
): Promise<ObservedImport[]> {
  const observed: ObservedImport[] = [];
  const kept = await dropErased(observer, tx, inputs);
  for (const environment of ['live', 'sandbox'] as const) {
    const matching = kept.filter((input) => input.environment === environment);
    if (matching.length > 0) observed.push(...(await observeEnvironment(tx, observer.cipher, environment, matching)));
  }
  await observer.afterObserve?.(tx, observed);
  return observed;
}

function* chunksByImport(inputs: readonly ObservationInput[]): Generator<ObservationInput[]> {
  const groups = groupBy(inputs, (input) => `${input.environment} ${input.importId}`);
  let chunk: ObservationInput[] = [];
  for (const group of groups.values()) {
    if (chunk.length > 0 && chunk.length + group.length > maxPerTransaction) {
      yield chunk;
      chunk = [];
    }
    chunk.push(...group);
  }
  if (chunk.length > 0) yield chunk;
}

async function observeEnvironment(
  tx: Db,
  cipher: Cipher,
  environment: Environment,
  inputs: readonly ObservationInput[],
): Promise<ObservedImport[]> {
  const byImport = groupBy(inputs, (input) => input.importId);
  const ids = [...byImport.keys()].sort();
  assertRecordable(environment, ids, inputs);
  await lockImports(tx, environment, ids);
  const points = groupBy(await listPoints(tx, environment, ids), (row) => row.importId);
  const facts = groupBy(await listImportFacts(tx, environment, ids), (row) => row.importId);

  const results = ids.map((id) => {
    const incoming = (byImport.get(id) ?? []).map((input) => ({ input, point: toPoint(input) }));
    const stored = (points.get(id) ?? []).map(toStoredPoint);
    const known: KnownFact[] = facts.get(id) ?? [];
    const before = deriveCurrent({ environment, id, points: stored, facts: known });
    const newPoints = incoming.map(({ point }) => point);
    const merged = mergePoints(stored, newPoints);
    const newlyKnown: NewFact[] = [];
    for (const { input } of incoming) newlyKnown.push(...newFacts(input, [...known, ...newlyKnown]));
    const after = deriveCurrent({ environment, id, points: merged.points, facts: [...known, ...newlyKnown] });
    if (!after) throw new LandfallError('internal', { logMessage: 'an observation produced no row' });
    const inputByFingerprint = new Map(incoming.map(({ input, point }) => [point.fingerprint, input]));
    return { id, before, after, merged, newlyKnown, inputByFingerprint };
  });

  await insertObservations(
    tx,
    results.flatMap(({ merged, inputByFingerprint }) => observationRows(cipher, merged, inputByFingerprint)),
  );
  await insertConfirmations(
    tx,
    results.flatMap(({ id, merged }) => merged.confirmations.map((point) => confirmationRow(environment, id, point))),
  );
  await deleteConfirmations(
    tx,
    environment,
    results.flatMap(({ id, merged }) => merged.dropped.map(({ fingerprint }) => ({ importId: id, fingerprint }))),
  );
  await insertImportFacts(
    tx,
    results.flatMap(({ id, newlyKnown }) => newlyKnown.map((fact) => ({ ...fact, environment, importId: id }))),
  );
  await writeDerived(tx, environment, results);
  const observed = results.map(({ id, before, after }) => ({
    environment,
    importId: id,
    isNew: before === undefined,
    changed: before === undefined || differs(before.row, after.row),
    before: before?.row,
    row: after.row,
  }));
  await recordChanges(
    tx,
    observed.flatMap(({ importId, changed }) => (changed ? [{ kind: 'import', environment, subject: importId }] : [])),
  );
  return observed;
}

async function writeDerived(
  tx: Db,
  environment: Environment,
  results: readonly { id: string; before: Derived | undefined; after: Derived }[],
): Promise<void> {
  const changed = results.filter(({ before, after }) => before === undefined || differs(before.row, after.row));
  const changedRows = changed.map(({ after }) => after.row);
  await upsertImports(tx, changedRows);
  await touchImports(
    tx,
    results
      .filter((result) => !changed.includes(result) && !sameJson(result.before?.row, result.after.row))
      .map(({ after: { row } }) => ({ environment, id: row.id, seenAt: row.seenAt, seenBy: row.seenBy })),
  );
  const changedPeriods = results.filter(
    ({ before, after }) => !sameJson(before?.statusPeriods ?? [], after.statusPeriods),
  );
  await replaceStatusPeriods(
    tx,
    environment,
    changedPeriods.map(({ id }) => id),
    changedPeriods.flatMap(({ id, after }) =>
      after.statusPeriods.map((period) => ({ ...period, environment, importId: id })),
    ),
  );
}

function assertRecordable(environment: Environment, ids: readonly string[], inputs: readonly ObservationInput[]): void {
  if (!ids.every(isRecordableId)) {
    throw new LandfallError('service_unreadable', 'The identifier of an import cannot be kept as it came.');
  }
  if (environment === 'sandbox' && inputs.some((input) => input.source === 'webhook')) {
    throw new LandfallError('internal', {
      logMessage: 'a webhook must not be recorded in the sandbox',
    });
  }
}

/** Being seen again is not a change. */
function differs(before: CurrentRow, after: CurrentRow): boolean {
  const withoutSeen = ({ seenAt: _seenAt, seenBy: _seenBy, ...row }: CurrentRow) => row;
  return !sameJson(withoutSeen(before), withoutSeen(after));
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
