import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { jsonRows } from '../database/json-rows';
import { prepareOnce } from '../database/prepare-once';
import { confirmations, importFacts, imports, importSecrets, notes, observations } from '../schema/imports';
import { decisions, decisionSteps } from '../schema/sponsorship';
import { appSettings } from '../schema/system';
import { warningRulesKey } from '../staff/app-settings';
import { sponsorshipOfImport } from '../sponsorship/sponsorship-queue';
import { confirmationColumns, observationColumns, type PointRow } from './observations';

const maxNotes = 1000;

// Limits are text: with a limit that is a parameter, the plan would not be kept (may-keep-plan.ts).
const history = prepareOnce((db) => {
  const ofImport = (table: { environment: PgColumn; importId: PgColumn }) =>
    and(eq(table.environment, imports.environment), eq(table.importId, imports.id));
  const decisionIds = db.select({ id: decisions.id }).from(decisions).where(ofImport(decisions));
  const hasRedirectUrl = db
    .select({ one: sql`1` })
    .from(importSecrets)
    .where(and(ofImport(importSecrets), isNotNull(importSecrets.redirectUrlEncrypted)));
  const warningRules = db
    .select({ value: appSettings.value })
    .from(appSettings)
    .where(eq(appSettings.key, warningRulesKey))
    .orderBy(sql`${desc(appSettings.version)} limit 1`);
  return db
    .select({
      record: imports,
      observed: jsonRows(
        observationColumns,
        db.select(observationColumns).from(observations).where(ofImport(observations)).orderBy(asc(observations.id)),
      ),
      confirmed: jsonRows(
        confirmationColumns,
        db.select(confirmationColumns).from(confirmations).where(ofImport(confirmations)),
      ),
      facts: jsonRows(
        getTableColumns(importFacts),
        db.select().from(importFacts).where(ofImport(importFacts)).orderBy(asc(importFacts.id)),
      ),
      ...sponsorshipOfImport(db),
      steps: jsonRows(
        getTableColumns(decisionSteps),
        db
          .select()
          .from(decisionSteps)
          .where(inArray(decisionSteps.decisionId, decisionIds))
          .orderBy(asc(decisionSteps.id)),
      ),
      notes: jsonRows(
        getTableColumns(notes),
        db
          .select()
          .from(notes)
          .where(ofImport(notes))
          .orderBy(asc(notes.at), sql`${notes.id} limit ${sql.raw(String(maxNotes))}`),
      ),
      hasRedirectUrl: sql<boolean>`exists ${hasRedirectUrl}`,
      /** As stored; null without warnings, or if no admin changed the rules. */
      warningRules: sql<unknown>`case when ${imports.warnings} > 0 then ${warningRules} end`,
    })
    .from(imports)
    .where(and(eq(imports.environment, sql.placeholder('environment')), eq(imports.id, sql.placeholder('id'))))
    .prepare('');
});

export type ImportHistory = NonNullable<Awaited<ReturnType<typeof readImportHistory>>>;

/** Everything stored about an import except the full facts and raw responses, in one statement. */
export async function readImportHistory(db: Db, environment: Environment, id: string) {
  const [row] = await history(db).execute({ environment, id });
  if (!row) return undefined;
  const { observed, confirmed, ...rest } = row;
  const points: PointRow[] = [
    ...observed.map((point) => ({ ...point, isConfirmation: false })),
    ...confirmed.map((point) => ({ ...point, happenedAt: null, isConfirmation: true })),
  ];
  return { ...rest, points };
}
