import { z } from 'zod';
import { staffEventSchema, type StaffEvent } from '../../contract/outbox';
import type { Db } from '../../store/database/database';
import type { OutboxEventRow } from '../../store/outbox/events';
import { insertItems, type NewItem } from '../../store/outbox/items';
import { manyWarnings } from '../../store/imports/import-filter';
import { raiseWarningAlerts } from '../../store/outbox/import-alerts';
import type { OutboxDeps } from '../outbox-deps';
import { nextDue } from './next-due';
import { readStaffRules, wants, type StaffRule } from './staff-rules';
import { warningsText } from './staff-messages';

type StaffEventRow = Omit<OutboxEventRow, 'kind'> & { kind: StaffEvent };

/** Writes what each rule has to report. */
export async function expandStaffEvents(deps: OutboxDeps, tx: Db, events: readonly OutboxEventRow[]): Promise<void> {
  if (events.length === 0) return;
  const rules = await readStaffRules(deps, tx);
  if (rules.length === 0) return;
  const wanted = [
    ...events.flatMap((event) => toStaffEvent(event) ?? []),
    ...(rules.some((rule) => rule.events.includes('many_warnings')) ? await findManyWarnings(deps, tx, events) : []),
  ];
  await insertItems(
    tx,
    rules.flatMap((rule) => toItems(rule, wanted)),
  );
}

function toStaffEvent(event: OutboxEventRow): StaffEventRow | undefined {
  const kind = staffEventSchema.safeParse(event.kind);
  return kind.success ? { ...event, kind: kind.data } : undefined;
}

function toItems(rule: StaffRule, events: readonly StaffEventRow[]): NewItem[] {
  let known: { fromMs: number; due: Date } | undefined;
  const dueOf = (at: Date): Date => {
    const atMs = at.getTime();
    // The same until it is due, and finding a time in a zone is slow.
    const isKnown = rule.schedule !== 'now' && known && atMs >= known.fromMs && atMs < known.due.getTime();
    if (!known || !isKnown) known = { fromMs: atMs, due: nextDue(rule, at) };
    return known.due;
  };
  return events
    .filter((event) => wants(rule, event))
    .map(({ kind, environment, importId, data, at }) => ({
      ...{ rule: rule.id, kind, environment, importId, data, at },
      dueAt: dueOf(at),
    }));
}

const changeSchema = z.object({ from: z.nullable(z.object({ warnings: z.nullable(z.number()) })) });

/** Imports that had few warnings before one of these changes and have many now, each once until it has few again. */
async function findManyWarnings(deps: OutboxDeps, tx: Db, events: readonly OutboxEventRow[]): Promise<StaffEventRow[]> {
  const candidates = events.filter(({ kind, data }) => {
    const change = kind === 'import' ? changeSchema.safeParse(data).data : undefined;
    return change && (change.from?.warnings ?? 0) <= manyWarnings;
  });
  const byImport = new Map(
    candidates.flatMap((event) =>
      event.importId === null ? [] : [[JSON.stringify([event.environment, event.importId]), event]],
    ),
  );
  const raised = await raiseWarningAlerts(
    tx,
    [...byImport.values()].map(({ environment, importId }) => ({ environment, importId })),
    deps.clock.now(),
  );
  return raised.flatMap(({ environment, importId, warnings }) => {
    const event = byImport.get(JSON.stringify([environment, importId]));
    return event ? [{ ...event, kind: 'many_warnings' as const, data: { text: warningsText(warnings) } }] : [];
  });
}
