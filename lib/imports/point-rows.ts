import type { Environment } from '../contract/environment';
import type { Sealer } from '../core/seal';
import type { NewObservation, NewSighting, PointRow } from '../store/observations';
import type { Absorbed, KeptPoint } from './absorb';
import type { Sighting } from './sighting';
import { clip, describeFacts, shortHash, storableFacts, toldSchema } from './observed-facts';
import type { Point, Says } from './point';

/** Raw answers are sealed under this name. */
export const rawPurpose = 'raw answer';

export function toPoint(sighting: Sighting): Point {
  const says: Says =
    sighting.source === 'created'
      ? { kind: 'created' }
      : sighting.gone
        ? { kind: 'gone' }
        : sighting.status === null
          ? { kind: 'nothing' }
          : { kind: 'status', text: clip(sighting.status, 2000) };
  const told = describeFacts(storableFacts(sighting.facts ?? {}));
  const seenMs = sighting.seenAt.getTime();
  const askedMs = Math.min(sighting.askedAt?.getTime() ?? seenMs, seenMs);
  // Nothing that we were told happened after we were told it: a stamp from the future is a clock that runs ahead.
  const happenedMs = sighting.happenedAt ? Math.min(sighting.happenedAt.getTime(), seenMs) : null;
  const by = sighting.by ? clip(sighting.by, 300) : null;
  // A report is the same however often and whenever it reaches us; a look is its own moment.
  const identity = happenedMs === null ? ['look', askedMs, seenMs, by] : ['report', happenedMs];
  return {
    fingerprint: shortHash([...identity, sighting.source, says, told]),
    source: sighting.source,
    by,
    says,
    askedMs,
    seenMs,
    happenedMs,
    told,
  };
}

export function toKeptPoint(row: PointRow): KeptPoint {
  return {
    fingerprint: row.fingerprint,
    source: row.source,
    by: row.by,
    says:
      row.source === 'created'
        ? { kind: 'created' }
        : row.gone
          ? { kind: 'gone' }
          : row.status === null
            ? { kind: 'nothing' }
            : { kind: 'status', text: row.status },
    askedMs: row.askedAt.getTime(),
    seenMs: row.seenAt.getTime(),
    happenedMs: row.happenedAt?.getTime() ?? null,
    told: toldSchema.parse(row.told),
    kept: row.sighting ? 'sighting' : 'observation',
    fresh: false,
  };
}

export function observationRows(
  sealer: Sealer,
  absorbed: Absorbed,
  told: ReadonlyMap<string, Sighting>,
): NewObservation[] {
  return absorbed.observations.flatMap(({ point, previousSeenMs }) => {
    const sighting = told.get(point.fingerprint);
    if (!sighting) return [];
    return [
      {
        environment: sighting.environment,
        importId: sighting.importId,
        ...pointColumns(point),
        happenedAt: point.happenedMs === null ? null : new Date(point.happenedMs),
        previousSeenAt: previousSeenMs === null ? null : new Date(previousSeenMs),
        facts: storableFacts(sighting.facts ?? {}),
        rawSealed: sighting.raw === undefined ? null : sealer.seal(rawPurpose, sighting.raw),
        deliveryId: sighting.deliveryId ?? null,
      },
    ];
  });
}

export function sightingRow(environment: Environment, importId: string, point: KeptPoint): NewSighting {
  return { environment, importId, ...pointColumns(point) };
}

function pointColumns(point: KeptPoint) {
  return {
    fingerprint: point.fingerprint,
    source: point.source,
    by: point.by,
    status: point.says.kind === 'status' ? point.says.text : null,
    gone: point.says.kind === 'gone',
    askedAt: new Date(point.askedMs),
    seenAt: new Date(point.seenMs),
    told: point.told,
  };
}
