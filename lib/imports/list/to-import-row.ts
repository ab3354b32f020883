import { decisionSummarySchema } from '../../contract/decisions';
import { observationSourceSchema, type ImportRow } from '../../contract/imports';
import type { ShownImport } from '../../store/imports/imports';
import { recogniseStatus } from '../recognise-status';
import { isStuck, type StuckThresholds } from '../stuck-rule';

export function toImportRow(record: ShownImport, thresholds: StuckThresholds, now: Date): ImportRow {
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return {
    environment: record.environment,
    id: record.id,
    username: record.username,
    tool: record.tool,
    family: record.family,
    instanceUrl: record.instanceUrl,
    status: record.statusText === null ? null : recogniseStatus(record.statusText),
    sinceFrom: iso(record.sinceFrom),
    sinceTo: iso(record.sinceTo),
    seenAt: record.seenAt.toISOString(),
    seenBy: observationSourceSchema.parse(record.seenBy),
    gone: record.gone,
    warnings: record.warnings,
    records: record.records,
    usersMatched: record.usersMatched,
    usersTotal: record.usersTotal,
    decision: decisionSummarySchema.parse(record.decision),
    createdAt: iso(record.createdAt),
    createdBy: record.createdBy,
    stuck: isStuck(record, thresholds, now),
    demo: record.demo,
    tags: [...record.tags].sort(),
  };
}
