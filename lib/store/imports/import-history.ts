import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Environment } from '../../contract/environment';
import type { Db } from '../database/database';
import { jsonRows } from '../database/json-rows';
import { prepareOnce } from '../database/prepare-once';
import { confirmations, importFacts, imports, importSecrets, notes, observations } from '../schema/imports';
import { outboxMessages } from '../schema/outbox';
import { decisions, decisionSteps } from '../schema/sponsorship';
import { appSettings } from '../schema/system';
import { textsKey, warningRulesKey } from '../staff/app-settings';
import { sponsorshipOfImport } from '../sponsorship/sponsorship-queue';
import { shownImportColumns } from './imports';
import { confirmationColumns, observationColumns, type PointRow } from './observations';

const maxNotes = 1000;
const maxMessages = 200;
const maxLinkMessages = 20;

const messageColumns = {
  id: outboxMessages.id,
  event: outboxMessages.event,
  /** Null: an e-mail with the links of several migrations. */
  importId: outboxMessages.importId,
  recipient: outboxMessages.recipient,
  state: outboxMessages.state,
  reason: outboxMessages.reason,
  createdAt: outboxMessages.createdAt,
  sentAt: outboxMessages.sentAt,
};

// Limits are text: with a limit that is a parameter, the plan would not be kept (may-keep-plan.ts).
const history = prepareOnce((db, wanted: 'one' | 'several') => {
  const ofImport = (table: { environment: PgColumn; importId: PgColumn }) =>
    and(eq(table.environment, imports.environment), eq(table.importId, imports.id));
  const decisionIds = db.select({ id: decisions.id }).from(decisions).where(ofImport(decisions));
  const hasRedirectUrl = db
    .select({ yes: sql`true` })
    .from(importSecrets)
    .where(and(ofImport(importSecrets), isNotNull(importSecrets.redirectUrlEncrypted)));
  const warningRules = db
    .select({ value: appSettings.value })
    .from(appSettings)
    .where(eq(appSettings.key, warningRulesKey))
    .orderBy(sql`${desc(appSettings.version)} limit 1`);
  const englishTexts = db
    .select({ value: appSettings.value })
    .from(appSettings)
    .where(eq(appSettings.key, textsKey('en')))
    .orderBy(sql`${desc(appSettings.version)} limit 1`);
  const messages = db
    .select(messageColumns)
    .from(outboxMessages)
    .where(and(ofImport(outboxMessages), eq(outboxMessages.audience, 'customer')))
    .orderBy(desc(outboxMessages.createdAt), sql`${outboxMessages.id} limit ${sql.raw(String(maxMessages))}`);
  const linkMessages = db
    .select(messageColumns)
    .from(outboxMessages)
    .where(
      and(
        eq(outboxMessages.environment, imports.environment),
        sql`${outboxMessages.importIds} @> array[${imports.id}]`,
      ),
    )
    .orderBy(desc(outboxMessages.createdAt), sql`${outboxMessages.id} limit ${sql.raw(String(maxLinkMessages))}`);
  return db
    .select({
      record: shownImportColumns,
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
      startedBy: sql<string | null>`(select o.facts ->> 'startedBy' from observations o
        where o.environment = imports.environment and o.import_id = imports.id and o.source = 'created'
        order by o.asked_at limit 1)`,
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
      /** E-mails to the customer, the newest first; then those with the links of several migrations. */
      messages: jsonRows(messageColumns, sql`(${messages} union all ${linkMessages})`),
      // Not `exists`, for which PostgreSQL may read the secrets of all imports at once.
      hasRedirectUrl: sql<boolean>`coalesce(${hasRedirectUrl}, false)`,
      /** The stored rules; null without warnings, if no admin changed them, and for several imports. */
      warningRules:
        wanted === 'one'
          ? sql<unknown>`case when ${imports.warnings} > 0 then ${warningRules} end`
          : sql<unknown>`null`,
      /** What the partner replaced, for the reply to the customer; null of several imports. */
      englishTexts: wanted === 'one' ? sql<unknown>`${englishTexts}` : sql<unknown>`null`,
    })
    .from(imports)
    .where(
      and(
        eq(imports.environment, sql.placeholder('environment')),
        wanted === 'one'
          ? eq(imports.id, sql.placeholder('id'))
          : sql`${imports.id} = any(array(select jsonb_array_elements_text(${sql.placeholder('ids')}::jsonb)))`,
      ),
    )
    .prepare('');
});

export type ImportHistory = NonNullable<Awaited<ReturnType<typeof readImportHistory>>>;

/** Everything stored about an import except the full facts and raw responses, in one statement. */
export async function readImportHistory(db: Db, environment: Environment, id: string) {
  const [row] = await history(db, 'one').execute({ environment, id });
  return row && withPoints(row);
}

/** Like `readImportHistory`, for several imports, unordered. */
export async function readImportHistories(db: Db, environment: Environment, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await history(db, 'several').execute({ environment, ids: JSON.stringify(ids) });
  return rows.map(withPoints);
}

type HistoryRow = Awaited<ReturnType<ReturnType<typeof history>['execute']>>[number];

function withPoints({ observed, confirmed, ...rest }: HistoryRow) {
  const points: PointRow[] = [
    ...observed.map((point) => ({ ...point, isConfirmation: false })),
    ...confirmed.map((point) => ({ ...point, happenedAt: null, isConfirmation: true })),
  ];
  return { ...rest, points };
}
