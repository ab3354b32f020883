import type { Dialect } from '../dialects/dialect';
import { serializeFamily, serializeId, serializeStatus, serializeToolName } from '../dialects/serializers';
import type { ImportRecord } from '../world/import-record';
import { toolOf } from '../world/tools';

/** Everything about one import, in the words of the dialect, with exact times in milliseconds since 1970. */
export function describeImport(dialect: Dialect, record: ImportRecord, redirectUrl: string): Record<string, unknown> {
  const { outcome } = record;
  return {
    id: String(serializeId(dialect, record)),
    number: record.number,
    username: record.username,
    tool: serializeToolName(dialect, toolOf(record.tool)),
    toolTitle: toolOf(record.tool).name,
    instanceUrl: record.instanceUrl,
    family: serializeFamily(dialect, record.family),
    startFull: record.startFull,
    createdAt: record.createdAt,
    status: serializeStatus(dialect, record.status),
    statuses: record.statusHistory.map(({ status, at }) => ({ status: serializeStatus(dialect, status), at })),
    requests: record.requests,
    decisions: record.decisions,
    purchases: record.purchases,
    paidBy: record.paidBy,
    gone: record.gone,
    counts: outcome?.counts ?? null,
    users: outcome?.users ?? null,
    warnings: outcome?.warnings ?? [],
    demo: record.origin === 'world' || record.origin === 'trickle',
    origin: record.origin,
    redirectUrl,
    token: record.token,
  };
}
