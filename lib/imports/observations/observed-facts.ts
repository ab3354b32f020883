import { createHash } from 'node:crypto';
import { toStorableText } from '../../audit/canonical-json';
import { recordCountSchema, usersSchema, warningSchema } from '../../contract/imports';
import { z } from 'zod';
import { count, text } from '../../contract/base-schemas';
import type { DetailedImport } from '../../service/service-client';
import type { ReportedFacts } from '../timeline/point';

/** A missing field was not reported; an empty list of warnings was reported as none. */
export const observedFactsSchema = z.object({
  warnings: z.optional(z.array(warningSchema)),
  records: z.optional(z.array(recordCountSchema)),
  users: z.optional(usersSchema),
  family: z.optional(text(200)),
  startedBy: z.optional(z.enum(['staff', 'customer', 'key'])),
});
export type ObservedFacts = z.infer<typeof observedFactsSchema>;

const sizedSchema = z.object({ hash: text(100), size: count });

export const reportedFactsSchema = z.object({
  warnings: z.optional(sizedSchema),
  records: z.optional(sizedSchema),
  users: z.optional(z.object({ hash: text(100), matched: z.nullable(count), total: z.nullable(count) })),
  family: z.optional(z.object({ hash: text(100), value: text(200) })),
});

/** Only for values built here with a fixed key order, so that equal facts have equal JSON. */
export function shortHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}

export function factsOfDetail(detail: DetailedImport): ObservedFacts {
  return {
    warnings: detail.warnings,
    ...(detail.records.length > 0 ? { records: detail.records } : {}),
    ...(detail.users ? { users: detail.users } : {}),
    ...(detail.family === null ? {} : { family: detail.family }),
  };
}

/** Makes facts fit the database and our schemas. The encrypted raw response keeps the full text. */
export function storableFacts(facts: ObservedFacts): ObservedFacts {
  return {
    ...(facts.warnings
      ? {
          warnings: facts.warnings.map((warning) => ({
            text: truncate(warning.text, 10_000),
            kind: warning.kind === null ? null : truncate(warning.kind, 500),
            item: warning.item === null ? null : truncate(warning.item, 1000),
          })),
        }
      : {}),
    ...(facts.records
      ? { records: facts.records.map(({ type, count: n }) => ({ type: truncate(type, 200), count: toCount(n) })) }
      : {}),
    ...(facts.users
      ? {
          users: {
            matched: facts.users.matched === null ? null : toCount(facts.users.matched),
            total: facts.users.total === null ? null : toCount(facts.users.total),
            unmatched: facts.users.unmatched.slice(0, 1000).map((name) => truncate(name, 500)),
          },
        }
      : {}),
    ...(facts.family === undefined ? {} : { family: truncate(facts.family, 200) }),
    ...(facts.startedBy ? { startedBy: facts.startedBy } : {}),
  };
}

export function summariseFacts(facts: ObservedFacts): ReportedFacts {
  const { warnings, records, users, family } = facts;
  return {
    ...(warnings ? { warnings: { hash: shortHash(warnings), size: warnings.length } } : {}),
    ...(records
      ? { records: { hash: shortHash(records), size: toCount(records.reduce((sum, record) => sum + record.count, 0)) } }
      : {}),
    ...(users ? { users: { hash: shortHash(users), matched: users.matched, total: users.total } } : {}),
    ...(family === undefined ? {} : { family: { hash: shortHash(family), value: family } }),
  };
}

export function truncate(text: string, maxLength: number): string {
  const storable = toStorableText(text);
  return storable.length <= maxLength ? storable : `${storable.slice(0, maxLength - 1).toWellFormed()}…`;
}

/** Fits an integer column. */
function toCount(n: number): number {
  return Number.isFinite(n) ? Math.min(Math.max(0, Math.round(n)), 2_147_483_647) : 0;
}
