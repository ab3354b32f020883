import type { BackgroundJob } from '../../core/background-jobs';
import { environments, type Environment } from '../../contract/environment';
import type { StaffEvent } from '../../contract/outbox';
import { defaultThresholdS, stuckSince, type StuckRule } from '../../imports/stuck-rule';
import { healthState } from '../../service/health-state';
import type { ServiceClient, ServiceHealth } from '../../service/service-client';
import { countSpent } from '../../sponsorship/evaluate-policy';
import { monthStart, readMonthBudget } from '../../sponsorship/month-budget';
import { claimJob } from '../../store/database/claim-job';
import type { Db } from '../../store/database/database';
import { listDeliveryCounters } from '../../store/events/deliveries';
import { readAttention } from '../../store/imports/attention';
import { addAlerts, refreshAlerts, removeAlerts } from '../../store/outbox/alerts';
import { recordConditions, type NewStaffEvent } from '../../store/outbox/events';
import { raiseStuckAlerts, removeImportAlerts } from '../../store/outbox/import-alerts';
import { countStatusChanges } from '../../store/outbox/status-changes';
import type { OutboxDeps } from '../outbox-deps';
import {
  badSignatureText,
  budgetText,
  noWebhooksText,
  notAppliedText,
  refusedText,
  stuckText,
  unreachableText,
} from './staff-messages';
import { readStaffRules, wants } from './staff-rules';

export interface ConditionDeps extends OutboxDeps {
  stuck: StuckRule;
  client: Pick<ServiceClient, 'health'>;
}

interface Condition {
  key: string;
  kind: StaffEvent;
  environment: Environment;
  text: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A shorter outage is not reported. */
const outageMs = 3 * minuteMs;
/** A condition that ends and returns within this time is the same one. */
const quietMs = 15 * minuteMs;
const warningsQuietMs = 60 * minuteMs;
/** Imports that became stuck earlier, such as before the first rule, are not news. */
const stuckWindowMs = 7 * dayMs;
const maxStuckPerRun = 500;
/** Deliveries are repeated, so a failure is reported when it lasts. */
const notAppliedMs = 10 * minuteMs;
const minBadSignatures = 3;
/** How much later than a poll a webhook may arrive. */
const webhookDelayMs = 30 * minuteMs;
const minMissedWebhooks = 3;

export function createConditionsJob(deps: ConditionDeps): BackgroundJob {
  return {
    name: 'conditions for staff',
    everyMs: minuteMs,
    run: async () => {
      // On every instance, because each knows only its own calls to the service.
      await detectOutages(deps);
      if (await claimJob(deps.database.db, 'conditions for staff', 55)) await detectConditions(deps);
    },
  };
}

/** @internal Records that the service does not answer this instance. */
export async function detectOutages(deps: OutboxDeps & Pick<ConditionDeps, 'client'>): Promise<void> {
  const now = deps.clock.now();
  const found = environments.flatMap((environment) => findOutage(deps, environment, now));
  if (found.length === 0) return;
  const rules = await readStaffRules(deps, deps.database.db);
  const current = found.filter((condition) => rules.some((rule) => wants(rule, condition)));
  await deps.database.transaction(async (tx) => recordConditions(tx, await raise(tx, current, now)));
}

/** @internal Records an event for each condition that began. Looks only for what a rule reports. */
export async function detectConditions(deps: Omit<ConditionDeps, 'client'>): Promise<void> {
  const { db } = deps.database;
  const now = deps.clock.now();
  const rules = await readStaffRules(deps, db);
  const isWanted = (kind: StaffEvent, environment: Environment) =>
    rules.some((rule) => wants(rule, { kind, environment }));
  const current: Condition[] = [];
  for (const environment of environments) {
    if (isWanted('budget_used', environment)) current.push(...(await findUsedBudget(deps, environment, now)));
  }
  if (isWanted('webhooks_failing', 'live')) current.push(...(await findWebhookFailure(db, now)));
  const windows = new Map<Environment, Awaited<ReturnType<typeof stuckWindows>>>();
  for (const environment of environments) {
    if (isWanted('taking_too_long', environment)) {
      windows.set(environment, await stuckWindows(deps, environment, now));
    }
  }
  await deps.database.transaction(async (tx) => {
    const events = await raise(tx, current, now);
    const budgets = environments.map((environment) => budgetKey(environment, now));
    await refreshAlerts(tx, budgets, now);
    await removeAlerts(tx, new Date(now.getTime() - quietMs));
    await removeImportAlerts(tx, new Date(now.getTime() - warningsQuietMs));
    for (const [environment, statuses] of windows) {
      const stuck = await raiseStuckAlerts(tx, environment, statuses, { at: now, limit: maxStuckPerRun });
      for (const { importId, statusKey, since } of stuck) {
        const isDefault = statuses.some((status) => status.statusKey === statusKey && status.isDefault);
        const text = stuckText(statusKey, since, isDefault);
        events.push({ kind: 'taking_too_long', environment, importId, text });
      }
    }
    await recordConditions(tx, events);
  });
}

/** The events of conditions that were not reported yet. The others still exist. */
async function raise(tx: Db, current: readonly Condition[], now: Date): Promise<NewStaffEvent[]> {
  const keys = current.map(({ key }) => key);
  const added = await addAlerts(tx, keys, now);
  await refreshAlerts(tx, keys, now);
  return current
    .filter(({ key }) => added.has(key))
    .map(({ kind, environment, text }) => ({ kind, environment, text, importId: null }));
}

function findOutage(deps: Pick<ConditionDeps, 'client'>, environment: Environment, now: Date): Condition[] {
  const health = deps.client.health(environment);
  const text = healthState(health) === 'refused' ? refusedText : describeOutage(health, now);
  return text === undefined
    ? []
    : [{ key: `connection_failing:${environment}`, kind: 'connection_failing', environment, text }];
}

function describeOutage({ since, unanswered }: ServiceHealth, now: Date): string | undefined {
  const lasted = (from: Date, to: Date) => to.getTime() - from.getTime() >= outageMs;
  if (since && lasted(since, now)) return unreachableText(since);
  // Not until now: since the last request, other instances may have had replies.
  if (unanswered && lasted(unanswered.firstAt, unanswered.lastAt)) return unreachableText(unanswered.firstAt);
  return undefined;
}

const budgetKey = (environment: Environment, now: Date) =>
  `budget_used:${environment}:${monthStart(now).toISOString().slice(0, 7)}`;

/** Once a month, even if the budget is raised or a decision is taken back meanwhile. */
async function findUsedBudget(deps: OutboxDeps, environment: Environment, now: Date): Promise<Condition[]> {
  if (deps.whoPays !== 'partner') return [];
  const budget = await readMonthBudget(deps.database.db, environment, now);
  const spent = countSpent(budget);
  // An admin chose a budget of zero, so it is not reported.
  if (budget.limit === null || budget.level === 'ok' || spent === 0) return [];
  const text = budgetText(spent, budget.limit);
  return [{ key: budgetKey(environment, now), kind: 'budget_used', environment, text }];
}

/** What the overview shows admins, and changes that only polls found. */
async function findWebhookFailure(db: Db, now: Date): Promise<Condition[]> {
  const nowMs = now.getTime();
  const text = (await findFailedDeliveries(db, nowMs)) ?? (await findMissingWebhooks(db, nowMs));
  return text === undefined
    ? []
    : [{ key: 'webhooks_failing:live', kind: 'webhooks_failing', environment: 'live', text }];
}

async function findFailedDeliveries(db: Db, nowMs: number): Promise<string | undefined> {
  const groups = await readAttention(db, {
    environment: 'live',
    stuckSince: new Map(),
    unknown: false,
    waitingFor: undefined,
    webhooksSince: new Date(nowMs - dayMs),
    messagesSince: undefined,
  });
  const failed = groups.find(({ kind }) => kind === 'webhooks');
  if (!failed) return undefined;
  if (failed.count > 0 && failed.oldestMs !== null && nowMs - failed.oldestMs >= notAppliedMs) {
    return notAppliedText(failed.count);
  }
  return failed.special >= minBadSignatures ? badSignatureText : undefined;
}

/** Only if webhooks worked before: they are optional. */
async function findMissingWebhooks(db: Db, nowMs: number): Promise<string | undefined> {
  const counters = await listDeliveryCounters(db);
  const valid = counters.filter(({ verdict }) => verdict === 'verified' || verdict === 'duplicate');
  if (valid.length === 0) return undefined;
  const lastMs = Math.max(...valid.map(({ lastAt }) => lastAt.getTime()));
  const missed = await countStatusChanges(db, {
    after: new Date(Math.max(lastMs, nowMs - dayMs)),
    before: new Date(nowMs - webhookDelayMs),
    limit: minMissedWebhooks,
  });
  return missed < minMissedWebhooks ? undefined : noWebhooksText(new Date(lastMs));
}

async function stuckWindows(deps: Pick<ConditionDeps, 'stuck'>, environment: Environment, now: Date) {
  const thresholds = await deps.stuck.read(environment);
  return [...stuckSince(thresholds, now)].map(([statusKey, to]) => ({
    statusKey,
    from: new Date(to.getTime() - stuckWindowMs),
    to,
    isDefault: thresholds.get(statusKey) === defaultThresholdS,
  }));
}
