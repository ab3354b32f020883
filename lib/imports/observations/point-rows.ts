import type { Environment } from '../../contract/environment';
import type { Cipher } from '../../core/cipher';
import type { NewObservation, NewConfirmation, PointRow } from '../../store/imports/observations';
import type { MergeResult, StoredPoint } from './merge-points';
import type { ObservationInput } from './observation-input';
import { truncate, summariseFacts, shortHash, storableFacts, reportedFactsSchema } from './observed-facts';
import type { Point, PointState } from '../timeline/point';

export const rawPurpose = 'raw answer';

export function toPoint(input: ObservationInput): Point {
  const status = input.status === null ? null : truncate(input.status, 2000);
  const state = toState({ source: input.source, gone: input.gone ?? false, status });
  const reported = summariseFacts(storableFacts(input.facts ?? {}));
  const seenMs = input.seenAt.getTime();
  const sentMs = Math.min(input.sentAt?.getTime() ?? seenMs, seenMs);
  // A timestamp in the future means that the service's clock is ahead.
  const happenedMs = input.happenedAt ? Math.min(input.happenedAt.getTime(), seenMs) : null;
  const by = input.by ? truncate(input.by, 300) : null;
  // Repeated deliveries of a report are one point; each read is its own. Stored fingerprints depend on these literals.
  const identity = happenedMs === null ? ['look', sentMs, seenMs, by] : ['report', happenedMs];
  return {
    fingerprint: shortHash([...identity, input.source, state, reported]),
    source: input.source,
    by,
    state,
    sentMs,
    seenMs,
    happenedMs,
    reported,
  };
}

function toState(row: { source: string; gone: boolean; status: string | null }): PointState {
  if (row.source === 'created') return { kind: 'created' };
  if (row.gone) return { kind: 'gone' };
  return row.status === null ? { kind: 'nothing' } : { kind: 'status', text: row.status };
}

export function toStoredPoint(row: PointRow): StoredPoint {
  return {
    fingerprint: row.fingerprint,
    source: row.source,
    by: row.by,
    state: toState(row),
    sentMs: row.askedAt.getTime(),
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
    askedAt: new Date(point.sentMs),
    seenAt: new Date(point.seenMs),
    reported: point.reported,
  };
}
