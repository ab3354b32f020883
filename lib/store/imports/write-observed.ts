import { sql, type SQL } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { executeTogether, insertStatement } from '../database/insert-many';
import { confirmations, importFacts, observations, statusPeriods } from '../schema/imports';
import type { NewImportFact } from './import-facts';
import { upsertStatement, type ImportRecord, type NewImport } from './imports';
import type { NewConfirmation, NewObservation } from './observations';
import type { NewStatusPeriod } from './status-periods';

interface PointKey {
  environment: Environment;
  importId: string;
  fingerprint: string;
}

interface ObservedRows {
  observations: readonly NewObservation[];
  confirmations: readonly NewConfirmation[];
  redundantConfirmations: readonly PointKey[];
  facts: readonly NewImportFact[];
  changed: readonly NewImport[];
  /** Imports that were seen again, without any other change. */
  seen: readonly Pick<ImportRecord, 'environment' | 'id' | 'seenAt' | 'seenBy'>[];
  periods: readonly NewStatusPeriod[];
  /** Identified by the observation that started them. */
  endedPeriods: readonly PointKey[];
}

/** All in one statement. The caller holds the imports' locks. */
export async function writeObserved(tx: Db, rows: ObservedRows): Promise<void> {
  await executeTogether(tx, [
    insertStatement(observations, rows.observations),
    insertStatement(confirmations, rows.confirmations),
    deletePoints('confirmations', rows.redundantConfirmations),
    insertStatement(importFacts, rows.facts),
    deletePoints('status_periods', rows.endedPeriods),
    insertStatement(statusPeriods, rows.periods),
    upsertStatement(rows.changed),
    touchStatement(rows.seen),
  ]);
}

function deletePoints(table: 'confirmations' | 'status_periods', keys: readonly PointKey[]): SQL | undefined {
  if (keys.length === 0) return undefined;
  const name = sql.identifier(table);
  return sql`delete from ${name} using jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
      as gone(environment text, "importId" text, fingerprint text)
    where ${name}.environment = gone.environment and ${name}.import_id = gone."importId"
      and ${name}.fingerprint = gone.fingerprint`;
}

function touchStatement(rows: ObservedRows['seen']): SQL | undefined {
  if (rows.length === 0) return undefined;
  return sql`update imports set seen_at = seen."seenAt", seen_by = seen."seenBy"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as seen(environment text, id text, "seenAt" timestamptz, "seenBy" text)
    where imports.environment = seen.environment and imports.id = seen.id`;
}
