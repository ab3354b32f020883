import { z } from 'zod';
import { environments, type Environment } from '../../contract/environment';
import type { StaffEvent } from '../../contract/outbox';
import type { Db } from '../../store/database/database';
import { getImports } from '../../store/imports/imports';
import {
  dropItems,
  listEarliestItems,
  postponeItems,
  readLastMessageAt,
  takeItems,
  tryLockRule,
  type TakenItem,
} from '../../store/outbox/items';
import type { OutboxDeps } from '../outbox-deps';
import type { Notice, NoticeBatch } from './notice';
import { readStaffRules, type StaffRule } from './staff-rules';
import { writeRuleMessages } from './write-rule-messages';

/** Between two messages of a rule that sends at once. */
const pauseMs = 60_000;
const maxListed = 20;

/**
 * Writes one message for each rule with items that are due, about all its items. A rule that fails delays no other.
 * Returns how many messages were written.
 */
export async function collectItems(deps: OutboxDeps, signal: AbortSignal): Promise<number> {
  const { db } = deps.database;
  const nowMs = deps.clock.now().getTime();
  const waiting = await listEarliestItems(db);
  if (waiting.length === 0) return 0;
  const rules = new Map((await readStaffRules(deps, db)).map((rule) => [rule.id, rule]));
  const failures: unknown[] = [];
  let written = 0;
  for (const { rule: id, dueMs } of waiting) {
    if (signal.aborted) break;
    const rule = rules.get(id);
    if (rule && dueMs > nowMs) continue;
    try {
      written += await deps.database.transaction(async (tx) => {
        if (!(await tryLockRule(tx, id))) return 0;
        if (rule) return collectRule(deps, tx, rule);
        // The rule or its person is disabled or gone.
        await dropItems(tx, id);
        return 0;
      });
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'messages of some rules could not be written');
  return written;
}

export async function readMsToNextItem(deps: OutboxDeps): Promise<number | undefined> {
  const waiting = await listEarliestItems(deps.database.db);
  if (waiting.length === 0) return undefined;
  return Math.max(0, Math.min(...waiting.map(({ dueMs }) => dueMs)) - deps.clock.now().getTime());
}

async function collectRule(deps: OutboxDeps, tx: Db, rule: StaffRule): Promise<number> {
  if (rule.schedule === 'now') {
    const { ruleId } = rule;
    const lastAt = await readLastMessageAt(
      tx,
      ruleId === null ? { ruleId, recipient: rule.recipients[0] } : { ruleId },
    );
    const nextMs = (lastAt?.getTime() ?? 0) + pauseMs;
    // A burst: the first message was sent soon, and the second has the rest.
    if (deps.clock.now().getTime() < nextMs) {
      await postponeItems(tx, rule.id, new Date(nextMs));
      return 0;
    }
  }
  const { counts, first } = await takeItems(tx, rule.id, maxListed);
  const usernames = await readUsernames(tx, first);
  const batch: NoticeBatch = {
    counts: counts.flatMap(({ kind: stored, count }) => {
      const kind = chosenEvent(rule, stored);
      return kind ? [{ kind, count }] : [];
    }),
    notices: first.flatMap((item) => toNotice(rule, item, usernames) ?? []),
  };
  const [firstItem] = first;
  if (!firstItem || batch.notices.length === 0) return 0;
  const ids = await writeRuleMessages(deps, tx, rule, { key: `rule:${rule.id}:${firstItem.id}`, batch });
  return ids.length;
}

type Usernames = ReadonlyMap<Environment, ReadonlyMap<string, string | null>>;

async function readUsernames(tx: Db, items: readonly TakenItem[]): Promise<Usernames> {
  const result = new Map<Environment, Map<string, string | null>>();
  for (const environment of environments) {
    const ids = items.flatMap((item) => (item.environment === environment ? (item.importId ?? []) : []));
    const imports = await getImports(tx, environment, ids);
    result.set(environment, new Map(imports.map(({ id, username }) => [id, username])));
  }
  return result;
}

const dataSchema = z.object({ text: z.string() }).catch({ text: '' });

/** Undefined if the rule, or the role of its person, has lost the event since it was collected. */
function chosenEvent(rule: StaffRule, kind: string): StaffEvent | undefined {
  return rule.events.find((event) => event === kind);
}

function toNotice(rule: StaffRule, item: TakenItem, usernames: Usernames): Notice | undefined {
  const { environment, importId } = item;
  const kind = chosenEvent(rule, item.kind);
  if (!kind) return undefined;
  return {
    kind,
    environment,
    importId,
    username: importId === null ? null : (usernames.get(environment)?.get(importId) ?? null),
    text: dataSchema.parse(item.data).text,
    at: new Date(item.atMs),
  };
}
