import { z } from 'zod';
import { staffEventSchema } from '../../contract/outbox';
import type { Db } from '../../store/database/database';
import {
  dropItems,
  listEarliestItems,
  listWrites,
  postponeItems,
  skipWaitingMessages,
  takeItems,
  tryLockRule,
  type MessageSource,
  type TakenItems,
} from '../../store/outbox/items';
import type { StaffReport } from '../message-content';
import { obstacleReasons } from '../obstacle-reasons';
import type { OutboxDeps } from '../outbox-deps';
import { mergeReports } from './merge-reports';
import { readUsernames, toBatch } from './notice-batch';
import { listWaitingReports } from './list-waiting-reports';
import { readStaffRules, type StaffRule } from './staff-rules';
import { considered, findPauseEnd } from './write-pace';
import { writeRuleMessages } from './write-rule-messages';

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

/**
 * One message about all items. While the last one waits, the next is written an hour later and replaces it, so that a
 * receiver that was away gets one digest.
 */
async function collectRule(deps: OutboxDeps, tx: Db, rule: StaffRule): Promise<number> {
  const now = deps.clock.now();
  const { ruleId } = rule;
  const source: MessageSource = ruleId === null ? { ruleId, recipient: rule.recipients[0] } : { ruleId };
  const since = new Date(now.getTime() - considered.sinceMs);
  const pauseEnd = findPauseEnd(rule, await listWrites(tx, source, { since, limit: considered.limit }), now);
  if (pauseEnd) {
    await postponeItems(tx, rule.id, pauseEnd);
    return 0;
  }
  const { events: kinds, environment } = rule;
  const taken = await takeItems(tx, rule.id, { kinds, environment, limit: maxListed });
  const [first] = taken.first;
  if (!first) return 0;
  const report = toReport(taken);
  const waiting = await listWaitingReports(deps, tx, { rule, source });
  const usernames = await readUsernames(tx, [report, ...waiting.map((message) => message.report)]);
  const ids = await writeRuleMessages(deps, tx, rule, {
    key: `rule:${rule.id}:${first.id}`,
    contentFor: (recipient) => {
      const earlier = waiting.filter((message) => message.recipient === recipient.toLowerCase());
      const merged = mergeReports([...earlier.map((message) => message.report), report], maxListed);
      return { batch: toBatch(merged, usernames), report: merged };
    },
  });
  const replaced = waiting.map(({ id }) => id);
  await skipWaitingMessages(tx, replaced, obstacleReasons.newer);
  return ids.length;
}

const dataSchema = z.object({ text: z.string() }).catch({ text: '' });

function toReport({ counts, first }: TakenItems): StaffReport {
  return {
    counts: counts.map(({ kind, count }) => ({ kind: staffEventSchema.parse(kind), count })),
    items: first.map(({ kind, environment, importId, data, atMs }) => {
      return { kind: staffEventSchema.parse(kind), environment, importId, text: dataSchema.parse(data).text, atMs };
    }),
  };
}
