import type { Delivery, DeliveryDetail, DeliveryList, DeliveryListQuery } from '../contract/webhooks';
import { LandfallError } from '../core/errors';
import type { Db } from '../store/database/database';
import {
  listDeliveries,
  listDeliveryCounters,
  readDeliveryRow,
  type DeliveryRow,
  type ListedDelivery,
} from '../store/events/deliveries';
import { parseStoredHeaders } from './stored-headers';
import { maskBody } from './mask-body';
import { bodyCipherPurpose, type WebhookDeps } from './webhook-deps';

export async function readDeliveryList({ database }: WebhookDeps, query: DeliveryListQuery): Promise<DeliveryList> {
  const { db } = database;
  const before = query.cursor === undefined ? undefined : parseCursor(query.cursor);
  const rows = await listDeliveries(db, {
    verdicts: query.verdict,
    ...(before ? { before } : {}),
    limit: query.limit + 1,
  });
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const counts = await listDeliveryCounters(db);
  return {
    deliveries: shown.map(toDelivery),
    nextCursor: rows.length > shown.length && last ? `${last.receivedAt.toISOString()} ${last.id}` : null,
    counts: counts.map(({ verdict, count, lastAt }) => ({ verdict, count, lastAt: lastAt.toISOString() })),
  };
}

export async function readDeliveryDetail(deps: WebhookDeps, id: string): Promise<DeliveryDetail> {
  const row = await requireDelivery(deps.database.db, id);
  const body = deps.cipher.decrypt(bodyCipherPurpose, row.bodyEncrypted);
  return {
    delivery: toDelivery(row),
    headers: parseStoredHeaders(row.headers),
    body: body ? { ...maskBody(body), truncated: isTruncated(row, body) } : null,
  };
}

/** Of an unverified message only the beginning is kept. */
export function isTruncated(row: DeliveryRow, body: Uint8Array): boolean {
  return body.byteLength < row.bodyBytes;
}

export async function requireDelivery(db: Db, id: string): Promise<DeliveryRow> {
  const row = await readDeliveryRow(db, id);
  if (row) return row;
  throw new LandfallError(
    'not_found',
    'This delivery does not exist. Unverified deliveries are deleted after a while.',
  );
}

function toDelivery(row: ListedDelivery): Delivery {
  return {
    id: row.id,
    receivedAt: row.receivedAt.toISOString(),
    verdict: row.verdict,
    reason: row.reason,
    scheme: row.scheme,
    importId: row.importId,
    status: row.status,
    happenedAt: row.happenedAt?.toISOString() ?? null,
    times: row.times,
    lastReceivedAt: row.lastReceivedAt.toISOString(),
    appliedAt: row.appliedAt?.toISOString() ?? null,
    appliedBy: row.appliedBy,
    failure: row.failure,
    address: row.address,
    bodyBytes: row.bodyBytes,
  };
}

function parseCursor(cursor: string): { receivedAt: Date; id: string } {
  const [at = '', id = ''] = cursor.split(' ');
  return { receivedAt: new Date(at), id };
}
