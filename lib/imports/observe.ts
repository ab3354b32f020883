import type { Environment } from '../contract/environment';
import { isImportId } from '../contract/import-id';
import { LandfallError } from '../core/errors';
import type { Sealer } from '../core/seal';
import { recordChanges } from '../store/changes';
import type { Database, Db } from '../store/database';
import { addToCounts } from '../store/import-counts';
import { insertImportFacts, listImportFacts } from '../store/import-facts';
import { touchImports, upsertImports } from '../store/imports';
import { deleteSightings, insertObservations, insertSightings, listPoints, lockImports } from '../store/observations';
import { replaceStays } from '../store/stays';
import { absorb } from './absorb';
import { deriveCurrent, type CurrentRow, type Derived, type KnownFact } from './derive-current';
import { newFacts, type LearntFact } from './new-facts';
import { groupBy } from './group-by';
import { observationRows, sightingRow, toKeptPoint, toPoint } from './point-rows';
import type { Sighting } from './sighting';

/** What became of an import by what was observed. */
export interface Observed {
  environment: Environment;
  importId: string;
  isNew: boolean;
  /** Whether anything but the freshness changed. */
  changed: boolean;
  before: CurrentRow | undefined;
  row: CurrentRow;
}

export interface Observer {
  observe(sighting: Sighting): Promise<Observed>;
  /** One result an import, in no particular order. Any number of sightings, in transactions of bounded size. */
  observeAll(sightings: readonly Sighting[]): Promise<Observed[]>;
  /** Inside the caller's transaction, which must not hold a lock on another import already. */
  observeIn(tx: Db, sightings: readonly Sighting[]): Promise<Observed[]>;
}

const mostInTransaction = 500;
/** Identifiers stand in indexes beside other texts, and an index entry has an end. */
const longestIdBytes = 512;

/** Whether an identifier of the service's can be kept. Anything else is refused in words rather than by the database. */
export function isRecordableId(id: string): boolean {
  return isImportId(id) && id.isWellFormed() && Buffer.byteLength(id) <= longestIdBytes;
}

/**
 * The only way into the record. Each import is taken under its own lock, so that observers on several instances cannot
 * race; the current row, the stays and the change that open pages hear of are written in the same transaction.
 */
export function createObserver(parts: {
  database: Database;
  sealer: Sealer;
  /** Part of the same transaction: the watcher plans what it has not planned yet. */
  afterObserve?: (tx: Db, observed: readonly Observed[]) => Promise<void>;
}): Observer {
  const observeIn = async (tx: Db, sightings: readonly Sighting[]): Promise<Observed[]> => {
    const observed: Observed[] = [];
    for (const environment of ['live', 'sandbox'] as const) {
      const own = sightings.filter((sighting) => sighting.environment === environment);
      if (own.length > 0) observed.push(...(await observeEnvironment(tx, parts.sealer, environment, own)));
    }
    await parts.afterObserve?.(tx, observed);
    return observed;
  };
  const observeAll = async (sightings: readonly Sighting[]): Promise<Observed[]> => {
    const observed: Observed[] = [];
    for (const chunk of chunksByImport(sightings)) {
      observed.push(...(await parts.database.transaction((tx) => observeIn(tx, chunk))));
    }
    return observed;
  };
  return {
    observeIn,
    observeAll,
    observe: async (sighting) => {
      const [observed] = await observeAll([sighting]);
      if (!observed) throw new LandfallError('internal', { log: 'an observation left no row' });
      return observed;
    },
  };
}

function* chunksByImport(sightings: readonly Sighting[]): Generator<Sighting[]> {
  const groups = groupBy(sightings, (sighting) => `${sighting.environment} ${sighting.importId}`);
  let chunk: Sighting[] = [];
  for (const group of groups.values()) {
    if (chunk.length > 0 && chunk.length + group.length > mostInTransaction) {
      yield chunk;
      chunk = [];
    }
    chunk.push(...group);
  }
  if (chunk.length > 0) yield chunk;
}

async function observeEnvironment(
  tx: Db,
  sealer: Sealer,
  environment: Environment,
  sightings: readonly Sighting[],
): Promise<Observed[]> {
  const byImport = groupBy(sightings, (sighting) => sighting.importId);
  const ids = [...byImport.keys()].sort();
  refuseUnrecordable(environment, ids, sightings);
  await lockImports(tx, environment, ids);
  const points = groupBy(await listPoints(tx, environment, ids), (row) => row.importId);
  const facts = groupBy(await listImportFacts(tx, environment, ids), (row) => row.importId);

  const results = ids.map((id) => {
    const incoming = (byImport.get(id) ?? []).map((sighting) => ({ sighting, point: toPoint(sighting) }));
    const kept = (points.get(id) ?? []).map(toKeptPoint);
    const known: KnownFact[] = facts.get(id) ?? [];
    const before = deriveCurrent({ environment, id, points: kept, facts: known });
    const absorbed = absorb(
      kept,
      incoming.map(({ point }) => point),
    );
    const learnt = incoming.reduce<LearntFact[]>(
      (facts, { sighting }) => [...facts, ...newFacts(sighting, [...known, ...facts])],
      [],
    );
    const after = deriveCurrent({ environment, id, points: absorbed.points, facts: [...known, ...learnt] });
    if (!after) throw new LandfallError('internal', { log: 'an observation left no row' });
    const told = new Map(incoming.map(({ sighting, point }) => [point.fingerprint, sighting]));
    return { id, before, after, absorbed, learnt, told };
  });

  await insertObservations(
    tx,
    results.flatMap(({ absorbed, told }) => observationRows(sealer, absorbed, told)),
  );
  await insertSightings(
    tx,
    results.flatMap(({ id, absorbed }) => absorbed.sightings.map((point) => sightingRow(environment, id, point))),
  );
  await deleteSightings(
    tx,
    environment,
    results.flatMap(({ id, absorbed }) => absorbed.dropped.map(({ fingerprint }) => ({ importId: id, fingerprint }))),
  );
  await insertImportFacts(
    tx,
    results.flatMap(({ id, learnt }) => learnt.map((fact) => ({ ...fact, environment, importId: id }))),
  );
  await writeDerived(tx, environment, results);
  await addToCounts(
    tx,
    environment,
    results.flatMap(({ before, after }) => [
      ...(before ? [{ statusKey: before.row.statusKey, gone: before.row.gone, count: -1 }] : []),
      { statusKey: after.row.statusKey, gone: after.row.gone, count: 1 },
    ]),
  );
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
  const rewritten = results.filter(({ before, after }) => before === undefined || differs(before.row, after.row));
  await upsertImports(
    tx,
    rewritten.map(({ after }) => after.row),
  );
  await touchImports(
    tx,
    results
      .filter((result) => !rewritten.includes(result) && !sameJson(result.before?.row, result.after.row))
      .map(({ after: { row } }) => ({ environment, id: row.id, seenAt: row.seenAt, seenBy: row.seenBy })),
  );
  const restayed = results.filter(({ before, after }) => !sameJson(before?.stays ?? [], after.stays));
  await replaceStays(
    tx,
    environment,
    restayed.map(({ id }) => id),
    restayed.flatMap(({ id, after }) => after.stays.map((stay) => ({ ...stay, environment, importId: id }))),
  );
}

function refuseUnrecordable(environment: Environment, ids: readonly string[], sightings: readonly Sighting[]): void {
  if (!ids.every(isRecordableId)) {
    throw new LandfallError('service_unreadable', { person: 'The identifier of an import cannot be kept as it came.' });
  }
  if (environment === 'sandbox' && sightings.some((sighting) => sighting.source === 'webhook')) {
    throw new LandfallError('internal', { log: 'webhooks are live; one was about to be recorded in the sandbox' });
  }
}

/** Whether open pages should hear of it. Having been seen again is not a change. */
function differs(before: CurrentRow, after: CurrentRow): boolean {
  const lasting = ({ seenAt: _seenAt, seenBy: _seenBy, ...row }: CurrentRow) => row;
  return !sameJson(lasting(before), lasting(after));
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
