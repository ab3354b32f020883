import type { Environment } from '../../contract/environment';
import type { Cipher } from '../../core/cipher';
import type { NewObservation, NewConfirmation, PointRow } from '../../store/imports/observations';
import type { MergeResult, StoredPoint } from './merge-points';
import type { ObservationInput } from './observation-input';
import { truncate, summariseFacts, shortHash, storableFacts, reportedFactsSchema } from './observed-facts';
import type { Point, PointState } from '../timeline/point';

/** Raw answers are sealed under this name. */
export const rawPurpose = 'raw answer';

export function toPoint(input: ObservationInput): Point {
  const state: PointState =
    input.source === 'created'
      ? { kind: 'created' }
      : input.gone
        ? { kind: 'gone' }
        : input.status === null
          ? { kind: 'nothing' }
          : { kind: 'status', text: truncate(input.status, 2000) };
  const reported = summariseFacts(storableFacts(input.facts ?? {}));
  const seenMs = input.seenAt.getTime();
  const askedMs = Math.min(input.askedAt?.getTime() ?? seenMs, seenMs);
  // Nothing that we were told happened after we were told it: a stamp from the future is a clock that runs ahead.
  const happenedMs = input.happenedAt ? Math.min(input.happenedAt.getTime(), seenMs) : null;
  const by = input.by ? truncate(input.by, 300) : null;
  // A report is the same however often and whenever it reaches us; a look is its own moment.
  const identity = happenedMs === null ? ['look', askedMs, seenMs, by] : ['report', happenedMs];
  return {
    fingerprint: shortHash([...identity, input.source, state, reported]),
    source: input.source,
    by,
    state,
    askedMs,
    seenMs,
    happenedMs,
    reported,
  };
}

export function toStoredPoint(row: PointRow): StoredPoint {
  return {
    fingerprint: row.fingerprint,
    source: row.source,
    by: row.by,
    state:
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
    reported: reportedFactsSchema.parse(row.reported),
    storedAs: row.isConfirmation ? 'confirmation' : 'observation',
    isNew: false,
  };
}

export function observationRows(
  cipher: Cipher,
  merged: MergeResult,
  inputByFingerprint: ReadonlyMap<string, ObservationInput>,
): NewObservation[] {
  return merged.observations.flatMap(({ point, previousSeenMs }) => {
    const input = inputByFingerprint.get(point.fingerprint);
    if (!input) return [];
    return [
      {
        environment: input.environment,
        importId: input.importId,
        ...pointColumns(point),
        happenedAt: point.happenedMs === null ? null : new Date(point.happenedMs),
        previousSeenAt: previousSeenMs === null ? null : new Date(previousSeenMs),
        facts: storableFacts(input.facts ?? {}),
        rawEncrypted: input.raw === undefined ? null : cipher.encrypt(rawPurpose, input.raw),
        deliveryId: input.deliveryId ?? null,
      },
    ];
  });
}

export function confirmationRow(environment: Environment, importId: string, point: StoredPoint): NewConfirmation {
  return { environment, importId, ...pointColumns(point) };
}

function pointColumns(point: StoredPoint) {
  return {
    fingerprint: point.fingerprint,
    source: point.source,
    by: point.by,
    status: point.state.kind === 'status' ? point.state.text : null,
    gone: point.state.kind === 'gone',
    askedAt: new Date(point.askedMs),
    seenAt: new Date(point.seenMs),
    reported: point.reported,
  };
}
