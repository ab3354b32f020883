import type { Warning } from '../contract/imports';
import { isRecordableId } from '../imports/observations/observe';
import { describeJson } from '../service/dialect/describe-json';
import type { Dialect } from '../service/dialect/dialect';
import { parseLosslessJson } from '../service/dialect/parse-lossless-json';
import { readReportedImport } from '../service/readers/read-reported-import';

/** The service does not document the fields, so they are read as tolerantly as its responses. */
export interface DeliveryContent {
  importId: string | null;
  status: string | null;
  reportedAt: Date | null;
  family: string | null;
  /** Undefined if the message has no warnings field, which is not the same as no warnings. */
  warnings: Warning[] | undefined;
  /** Why the message is unusable, without its values; null if it is usable. */
  problem: string | null;
  missing: string[];
}

export function readDeliveryBody(body: Uint8Array, dialect: Dialect): DeliveryContent {
  if (body.byteLength === 0) return unreadable('The body is empty.');
  const text = decodeUtf8(body);
  if (text === undefined) return unreadable('The body is not UTF-8 text.');
  const parsed = parseLosslessJson(text);
  if (!parsed.ok) return unreadable('The body is not JSON.');

  const { value, missing } = readReportedImport(parsed.value, dialect);
  const importId = value.id !== null && isRecordableId(value.id) ? value.id : null;
  const missingFields = [
    ...(importId === null ? ['identifier of an import'] : []),
    ...(value.status === null ? ['status'] : []),
  ];
  return {
    importId,
    status: value.status,
    reportedAt: value.timestamp,
    family: value.family,
    warnings: value.warnings,
    problem:
      missingFields.length === 0
        ? null
        : `No ${missingFields.join(' and no ')} was found; ${describeJson(parsed.value)}.`,
    missing: missing.map(({ fact }) => fact),
  };
}

function unreadable(problem: string): DeliveryContent {
  return {
    importId: null,
    status: null,
    reportedAt: null,
    family: null,
    warnings: undefined,
    problem,
    missing: ['reported.body'],
  };
}

export function decodeUtf8(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}
