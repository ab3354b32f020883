import type { Dialect } from '../dialects/dialect';
import { sayFamily, sayId, sayStatus, sayToolName } from '../dialects/speak';
import type { ImportRecord } from '../world/import-record';
import { toolOf } from '../world/tools';

/** Everything about one import, in the words of the dialect, with exact times in milliseconds since 1970. */
export function tellHistory(dialect: Dialect, record: ImportRecord, redirectUrl: string): Record<string, unknown> {
  const { outcome } = record;
  return {
    id: String(sayId(dialect, record)),
    number: record.number,
    username: record.username,
    tool: sayToolName(dialect, toolOf(record.tool)),
    toolTitle: toolOf(record.tool).name,
    instanceUrl: record.instanceUrl,
    family: sayFamily(dialect, record.family),
    startFull: record.startFull,
    createdAt: record.createdAt,
    status: sayStatus(dialect, record.status),
    statuses: record.statusHistory.map(({ status, at }) => ({ status: sayStatus(dialect, status), at })),
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
