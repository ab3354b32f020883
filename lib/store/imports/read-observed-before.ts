import { sql, type SQL } from 'drizzle-orm';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { erasureKeyQuery } from '../data-protection/erasures';
import { imports, type importFacts } from '../schema/imports';
import { derivedImportColumns, type DerivedImport } from './imports';
import type { ImportKey, NewObservation, PointRow } from './observations';

interface StoredFact extends Pick<typeof importFacts.$inferSelect, 'field' | 'value' | 'source' | 'at'> {
  importId: string;
}

export interface ObservedBefore {
  environment: Environment;
  importId: string;
  points: PointRow[];
  facts: StoredFact[];
  /** Set if `points` are only the last ones: all others were seen until `untilMs`. The row is derived from all of them. */
  earlier: { untilMs: number; record: DerivedImport | undefined } | undefined;
}

type PointValues = [
  fingerprint: string,
  source: NewObservation['source'],
  by: string | null,
  status: string | null,
  gone: boolean,
  askedMs: number,
  seenMs: number,
  happenedMs: number | null,
  reported: unknown,
  isConfirmation: boolean,
];
type FactValues = [field: StoredFact['field'], value: string, source: StoredFact['source'], atMs: number];

const epochMs = (column: string) => sql.raw(`floor(extract(epoch from ${column}) * 1000)`);
const pointValues = (
  happenedMs: SQL,
  isConfirmation: SQL,
) => sql`json_build_array(fingerprint, source, by, status, gone,
  ${epochMs('asked_at')}, ${epochMs('seen_at')}, ${happenedMs}, reported, ${isConfirmation})`;

/**
 * What is stored about these imports, and the key of erased customers: see `readErasureKey`. Of an import with more than
 * `lastPoints` observations, that many of the last ones by `seen_at`, and the confirmations since then. One statement, as
 * JSON, which is decoded faster than thousands of rows.
 */
export async function readObservedBefore(
  tx: Db,
  keys: readonly ImportKey[],
  { erasureKeyName, lastPoints }: { erasureKeyName: string; lastPoints: number },
): Promise<{ imports: ObservedBefore[]; erasureKey: Buffer | undefined }> {
  const isCut = sql`(cut.seen_at is not null)`;
  const rows = await tx
    .select({
      environment: sql<Environment>`asked.environment`,
      importId: sql<string>`asked.id`,
      observed: sql<PointValues[] | null>`(select json_agg(${pointValues(epochMs('happened_at'), sql`false`)})
        from (select * from observations where environment = asked.environment and import_id = asked.id
          order by seen_at desc limit ${sql.raw(String(lastPoints))}) as latest)`,
      confirmed: sql<PointValues[] | null>`(select json_agg(${pointValues(sql`null`, sql`true`)})
        from confirmations where environment = asked.environment and import_id = asked.id
          and (not ${isCut} or seen_at >= cut.seen_at))`,
      facts: sql<FactValues[] | null>`(
        select json_agg(json_build_array(field, value, source, ${epochMs('at')}) order by id)
        from import_facts where environment = asked.environment and import_id = asked.id)`,
      erasureKey: sql<string | null>`encode((${erasureKeyQuery(erasureKeyName)}), 'hex')`,
      cutMs: sql<number | null>`${epochMs('cut.seen_at')}::float8`,
      record: derivedImportColumns,
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as asked(environment text, id text)
        left join lateral (select seen_at from observations where environment = asked.environment and import_id = asked.id
          order by seen_at desc offset ${sql.raw(String(lastPoints))} limit 1) as cut on true`,
    )
    .leftJoin(imports, sql`${isCut} and ${imports.environment} = asked.environment and ${imports.id} = asked.id`);
  const encrypted = rows[0]?.erasureKey ?? undefined;
  return {
    imports: rows.map(({ environment, importId, observed, confirmed, facts, cutMs, record }) => ({
      environment,
      importId,
      points: [...(observed ?? []), ...(confirmed ?? [])].map((values) => toPointRow(importId, values)),
      facts: (facts ?? []).map(([field, value, source, atMs]) => ({
        importId,
        field,
        value,
        source,
        at: new Date(atMs),
      })),
      earlier: cutMs === null ? undefined : { untilMs: cutMs, record: record ?? undefined },
    })),
    erasureKey: encrypted === undefined ? undefined : Buffer.from(encrypted, 'hex'),
  };
}

function toPointRow(importId: string, values: PointValues): PointRow {
  const [fingerprint, source, by, status, gone, askedMs, seenMs, happenedMs, reported, isConfirmation] = values;
  return {
    importId,
    fingerprint,
    source,
    by,
    status,
    gone,
    askedAt: new Date(askedMs),
    seenAt: new Date(seenMs),
    happenedAt: happenedMs === null ? null : new Date(happenedMs),
    reported,
    isConfirmation,
  };
}
