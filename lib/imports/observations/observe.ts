import type { Environment } from '../../contract/environment';
import { isImportId } from '../../contract/import-id';
import { LandfallError } from '../../core/errors';
import type { Cipher } from '../../core/cipher';
import { recordChanges } from '../../store/events/changes';
import type { Database, Db } from '../../store/database/database';
import { lockForObserving } from '../../store/imports/observations';
import { readObservedBefore, type ObservedBefore } from '../../store/imports/read-observed-before';
import { writeObserved } from '../../store/imports/write-observed';
import { deriveFromLast, findLastPoints } from './derive-from-last';
import { mergePoints } from './merge-points';
import { deriveCurrent, type CurrentRow, type Derived, type KnownFact } from '../timeline/derive-current';
import { newFacts, type NewFact } from './new-facts';
import { groupBy } from '../../core/group-by';
import { erasureKeyName } from '../erasures/data-key';
import { dropErased } from '../erasures/drop-erased';
import type { Point } from '../timeline/point';
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
  /** When a list was received that has this import, although it is gone. */
  listedAt?: Date | undefined;
}

/** The dependencies of `observe`. */
export interface Observer {
  database: Database;
  cipher: Cipher;
  /** Runs in the same transaction; the poller schedules its polls here. */
  afterObserve?: (tx: Db, observed: readonly ObservedImport[]) => Promise<void>;
}

const maxPerTransaction = 500;
/** Read of each import at first. Most imports have fewer observations; more only in a flood of reports. */
const lastPoints = 12;
const allPoints = 1_000_000_000;
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
  if (inputs.length === 0) return [];
  inputs.forEach(assertRecordable);
  const keys = [...groupBy(inputs, nameOf).values()].flatMap(([input]) =>
    input ? [{ environment: input.environment, id: input.importId }] : [],
  );
  await lockForObserving(tx, keys);
  // Not in the statement above, which would not see what was committed while it waited.
  const stored = await readObservedBefore(tx, keys, { erasureKeyName, lastPoints });
  const kept = stored.erasureKey ? await dropErased(observer, tx, inputs, stored.erasureKey) : inputs;
  const merged = await mergeAll(tx, stored.imports, groupBy(kept, nameOf));
  const observed = await store(tx, observer.cipher, merged);
  await observer.afterObserve?.(tx, observed);
  return observed;
}

function nameOf({ environment, importId }: { environment: Environment; importId: string }): string {
  return `${environment} ${importId}`;
}

function* chunksByImport(inputs: readonly ObservationInput[]): Generator<ObservationInput[]> {
  const groups = groupBy(inputs, nameOf);
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

/** Uses the last points of an import where they are enough, else all of them. */
async function mergeAll(
  tx: Db,
  storedImports: readonly ObservedBefore[],
  inputsByImport: ReadonlyMap<string, readonly ObservationInput[]>,
): Promise<MergedInputs[]> {
  const merge = (stored: ObservedBefore) => {
    const inputs = inputsByImport.get(nameOf(stored));
    return inputs ? [{ stored, merged: mergeInputs(stored, inputs) }] : [];
  };
  const results = storedImports.flatMap(merge);
  const undecided = results.flatMap(({ stored: { environment, importId }, merged }) =>
    merged ? [] : [{ environment, id: importId }],
  );
  const complete =
    undecided.length > 0
      ? (await readObservedBefore(tx, undecided, { erasureKeyName, lastPoints: allPoints })).imports.flatMap(merge)
      : [];
  return [...results, ...complete].flatMap(({ merged }) => merged ?? []);
}

async function store(tx: Db, cipher: Cipher, results: readonly MergedInputs[]): Promise<ObservedImport[]> {
  const periods = results.map(({ environment, importId, before, after }) => ({
    key: { environment, importId },
    ...diffPeriods(before?.statusPeriods ?? [], after.statusPeriods),
  }));
  await writeObserved(tx, {
    observations: results.flatMap(({ merged, inputByFingerprint }) =>
      observationRows(cipher, merged, inputByFingerprint),
    ),
    confirmations: results.flatMap(({ environment, importId, merged }) =>
      merged.confirmations.map((point) => confirmationRow(environment, importId, point)),
    ),
    redundantConfirmations: results.flatMap(({ environment, importId, merged }) =>
      merged.dropped.map(({ fingerprint }) => ({ environment, importId, fingerprint })),
    ),
    facts: results.flatMap(({ environment, importId, newlyKnown }) =>
      newlyKnown.map((fact) => ({ ...fact, environment, importId })),
    ),
    changed: results.flatMap(({ changed, after }) => (changed ? [after.row] : [])),
    seen: results.flatMap(({ changed, before, after: { row } }) =>
      changed || (before?.row.seenAt.getTime() === row.seenAt.getTime() && before.row.seenBy === row.seenBy)
        ? []
        : [{ environment: row.environment, id: row.id, seenAt: row.seenAt, seenBy: row.seenBy }],
    ),
    periods: periods.flatMap(({ key, added }) => added.map((period) => ({ ...key, ...period }))),
    endedPeriods: periods.flatMap(({ key, removed }) => removed.map(({ fingerprint }) => ({ ...key, fingerprint }))),
  });
  await recordChanges(
    tx,
    results.flatMap(({ environment, importId, changed }) =>
      changed ? [{ kind: 'import', environment, subject: importId }] : [],
    ),
  );
  return results.map(({ environment, importId, before, changed, after, listedAt }) => ({
    environment,
    importId,
    isNew: before === undefined,
    changed,
    before: before?.row,
    row: after.row,
    listedAt,
  }));
}

type MergedInputs = NonNullable<ReturnType<typeof mergeInputs>>;

/** Undefined if earlier points are needed. */
function mergeInputs(stored: ObservedBefore, inputs: readonly ObservationInput[]) {
  const { environment, importId, facts: known, earlier } = stored;
  const newlyKnown: NewFact[] = [];
  for (const input of inputs) newlyKnown.push(...newFacts(input, [...known, ...newlyKnown]));
  if (earlier && (newlyKnown.length > 0 || !earlier.record)) return undefined;
  const incoming = inputs.map((input) => ({ input, point: toPoint(input) }));
  const newPoints = incoming.map(({ point }) => point);
  const all = stored.points.map(toStoredPoint);
  const points = earlier ? findLastPoints(all, { untilMs: earlier.untilMs, incoming: newPoints }) : all;
  if (!points) return undefined;
  const merge = (added: readonly Point[]) => {
    const merged = mergePoints(points, added);
    if (earlier && merged.lacksFacts) return undefined;
    const derived = earlier?.record
      ? deriveFromLast(earlier.record, { before: points, after: merged.points })
      : deriveFromAll({ environment, id: importId }, { points, merged: merged.points, known, newlyKnown });
    return derived && { merged, ...derived };
  };
  const withAll = merge(newPoints);
  const listedAt = withAll && isGoneButListed(withAll, inputs) ? inputs[0]?.seenAt : undefined;
  const result = listedAt ? merge([]) : withAll;
  if (!result) return undefined;
  const { merged, before, after } = result;
  const inputByFingerprint = new Map(incoming.map(({ input, point }) => [point.fingerprint, input]));
  const changed = before === undefined || differs(before.row, after.row);
  return { environment, importId, before, after, changed, merged, newlyKnown, inputByFingerprint, listedAt };
}

/** Only a read, a webhook or another status shows that an import is available again. */
function isGoneButListed(
  { before, after }: { before: Derived | undefined; after: Derived },
  inputs: readonly ObservationInput[],
): boolean {
  const isBack = before?.row.gone === true && !after.row.gone && before.row.statusKey === after.row.statusKey;
  return isBack && inputs.every(({ listed }) => listed);
}

function deriveFromAll(
  key: { environment: Environment; id: string },
  given: {
    points: readonly Point[];
    merged: readonly Point[];
    known: readonly KnownFact[];
    newlyKnown: readonly NewFact[];
  },
): { before: Derived | undefined; after: Derived } {
  const { points, merged, known, newlyKnown } = given;
  const after = deriveCurrent({ ...key, points: merged, facts: [...known, ...newlyKnown] });
  if (!after) throw new LandfallError('internal', { logMessage: 'an observation produced no row' });
  return { before: deriveCurrent({ ...key, points, facts: known }), after };
}

/** A period that changed is removed and added. Usually one is added, however many there are. */
function diffPeriods(before: Derived['statusPeriods'], after: Derived['statusPeriods']) {
  return { removed: withoutSame(before, after), added: withoutSame(after, before) };
}

function withoutSame(periods: Derived['statusPeriods'], others: Derived['statusPeriods']): Derived['statusPeriods'] {
  const byFingerprint = new Map(others.map((other) => [other.fingerprint, other]));
  return periods.filter((period) => {
    const other = byFingerprint.get(period.fingerprint);
    return (
      other?.statusKey !== period.statusKey ||
      other.tool !== period.tool ||
      other.startedAt.getTime() !== period.startedAt.getTime() ||
      other.durationS !== period.durationS ||
      other.endedAt?.getTime() !== period.endedAt?.getTime()
    );
  });
}

function assertRecordable({ environment, importId, source }: ObservationInput): void {
  if (!isRecordableId(importId)) {
    throw new LandfallError(
      'service_unreadable',
      'The id of an import cannot be stored: it is too long or contains invalid characters.',
    );
  }
  if (environment === 'sandbox' && source === 'webhook') {
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
