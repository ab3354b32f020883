import { isInEffect } from '../contract/decision-in-effect';
import { appendAudit } from '../audit/append-audit';
import type { BulkBody, BulkItem, BulkPreview, BulkRun } from '../contract/bulk';
import { actorName, type Caller } from '../contract/caller';
import type { Environment } from '../contract/environment';
import { LandfallError } from '../core/errors';
import {
  claimBulkRun,
  finishBulkRun,
  getBulkRun,
  insertBulkRun,
  listBulkDecisions,
  listOpenBulkRuns,
  lockInterruptedBulkRun,
  saveBulkItems,
  type BulkRunRow,
} from '../store/sponsorship/bulk-runs';
import { recordChange } from '../store/events/changes';
import { countMonthDecisions, getDecision } from '../store/sponsorship/decisions';
import { readCurrentPolicy } from '../store/sponsorship/policies';
import { findQueueRow, listUsernames } from '../store/sponsorship/sponsorship-queue';
import { findStaff } from '../store/staff/staff';
import { withDecision, currentItems, endWaiting, parseItems } from './bulk-items';
import { notSentWindowMs } from './classify-outcome';
import { requireApprover, decideSponsorship } from './decide-sponsorship';
import { isOpen } from './decision-state-machine';
import { evaluatePolicy } from './evaluate-policy';
import { checkNotHeld } from './hold-restored';
import { monthStart, readMonthBudget } from './month-budget';
import { goneReason } from './odd-status';
import type { SponsorshipDeps } from './sponsorship-deps';

const claimLeaseMs = 60_000;

/** Writes nothing. The decision itself repeats every check. */
export async function previewBulk(
  deps: SponsorshipDeps,
  input: { environment: Environment; kind: 'accept' | 'reject'; importIds: readonly string[] },
): Promise<BulkPreview> {
  const { db } = deps.database;
  await checkNotHeld(db);
  const { policy } = await readCurrentPolicy(db);
  const month = await countMonthDecisions(db, input.environment, monthStart(deps.clock.now()));
  const items: BulkItem[] = [];
  let sends = 0;
  for (const importId of new Set(input.importIds)) {
    const found = await findQueueRow(db, input.environment, importId);
    const username = found?.row.username ?? null;
    const decisionId = found?.decision?.id ?? null;
    const policyResult = evaluatePolicy(policy, {
      kind: input.kind,
      records: found?.row.records ?? null,
      statusKey: found?.row.statusKey ?? null,
      // Count what this run would spend, or it could exceed the budget.
      month: { ...month, sending: month.sending + (input.kind === 'accept' ? sends : 0) },
    });
    const oddity = policyResult.oddity && `${found?.row.statusText}. ${policyResult.oddity} Accept it individually.`;
    const outsidePolicy = oddity ?? (policyResult.budget === 'stop' ? policyResult.explanation : null);
    const blocked = blockedReason(found, input.kind, outsidePolicy);
    if (blocked !== null) items.push({ importId, username, decisionId, state: 'blocked', says: blocked });
    else {
      sends += 1;
      items.push({
        importId,
        username,
        decisionId,
        state: policyResult.needsSecond ? 'would_propose' : 'would_send',
        says: policyResult.explanation,
      });
    }
  }
  return {
    items,
    sends,
    blocked: items.filter((item) => item.state === 'blocked').length,
    budget: await readMonthBudget(db, input.environment, deps.clock.now()),
    reasonRequired: policy.reasonRequired,
  };
}

function blockedReason(
  found: Awaited<ReturnType<typeof findQueueRow>>,
  kind: 'accept' | 'reject',
  outsidePolicy: string | null,
): string | null {
  if (!found) return 'No import has this id.';
  if (found.row.gone) return goneReason;
  const { decision, request } = found;
  if (decision && isOpen(decision)) {
    if (decision.state === 'unknown') return 'The outcome of an earlier decision is unknown.';
    return decision.state === 'proposed'
      ? `Proposed by ${decision.proposedBy}. Approve it individually.`
      : 'A decision is about to be sent.';
  }
  if (found.decisions.some(isInEffect)) {
    return request?.closedAt === null
      ? 'Rejected before and requested again. Decide it individually.'
      : 'Already decided.';
  }
  if (kind === 'accept' && request && !request.verified) return 'The sender of the request is not verified.';
  return outsidePolicy;
}

/** Stores the run and returns at once. It continues in the background after the page is closed. */
export async function startBulk(
  deps: SponsorshipDeps,
  input: { caller: Caller; environment: Environment; body: BulkBody },
): Promise<BulkRun> {
  const approver = requireApprover(input.caller);
  const { body, environment } = input;
  const importIds = [...new Set(body.importIds)];
  await deps.database.transaction(async (tx) => {
    const usernames = await listUsernames(tx, environment, importIds);
    const added = await insertBulkRun(tx, {
      id: body.id,
      environment,
      kind: body.kind,
      staffId: approver.id,
      by: actorName(input.caller.actor),
      at: deps.clock.now(),
      items: importIds.map((importId) => ({
        importId,
        username: usernames.get(importId) ?? null,
        state: 'waiting',
        says: '',
        decisionId: body.decisionIds?.[importId] ?? null,
        needsSecond: body.proposals?.includes(importId) ?? false,
      })),
      reason: body.reason,
      note: body.note,
    });
    if (!added) return;
    await appendAudit(deps, tx, {
      caller: input.caller,
      action: 'sponsorship.bulk_started',
      environment,
      subject: body.id,
      after: { kind: body.kind, imports: body.importIds, reason: body.reason },
    });
  });
  deps.bulkRunner.start((signal) =>
    processBulk(deps, body.id, signal).catch((error: unknown) =>
      deps.log.error({ err: error, bulk: body.id }, 'bulk run failed'),
    ),
  );
  return readBulk(deps, body.id);
}

export async function readBulk(deps: Pick<SponsorshipDeps, 'database'>, id: string): Promise<BulkRun> {
  const row = await getBulkRun(deps.database.db, id);
  if (!row || (row.kind !== 'accept' && row.kind !== 'reject')) throw new LandfallError('not_found');
  return {
    id: row.id,
    kind: row.kind,
    by: row.by,
    at: row.at.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    items: currentItems(row, await listBulkDecisions(deps.database.db, id)),
  };
}

/** Background job: continues runs whose process stopped or died. */
export async function resumeBulkRuns(deps: SponsorshipDeps, signal?: AbortSignal): Promise<void> {
  for (const id of await listOpenBulkRuns(deps.database.db, 5)) await processBulk(deps, id, signal);
}

async function processBulk(deps: SponsorshipDeps, id: string, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted || (await endInterrupted(deps, id))) return;
  const run = await claimBulkRun(deps.database.db, id, claimLeaseMs);
  if (!run || (run.kind !== 'accept' && run.kind !== 'reject')) return;
  const items = parseItems(run);
  const done = new Map((await listBulkDecisions(deps.database.db, id)).map((row) => [row.importId, row]));
  for (const [index, item] of items.entries()) {
    if (signal?.aborted) {
      // Another instance need not wait until the claim expires.
      await saveBulkItems(deps.database.db, id, items, 0);
      return;
    }
    if (item.state !== 'waiting') continue;
    const existing = done.get(item.importId);
    items[index] = existing ? withDecision(item, existing) : await decideOne(deps, run, run.kind, item, signal);
    if (!(await saveBulkItems(deps.database.db, id, items, claimLeaseMs))) return;
    await deps.database.transaction((tx) =>
      recordChange(tx, { kind: 'bulk', environment: run.environment, subject: id }),
    );
  }
  await finishBulkRun(deps.database.db, id, items, deps.clock.now());
}

/** Like a single decision: no one expects a payment hours after the click. */
async function endInterrupted(deps: SponsorshipDeps, id: string): Promise<boolean> {
  return deps.database.transaction(async (tx) => {
    const run = await lockInterruptedBulkRun(tx, id, notSentWindowMs);
    if (!run) return false;
    const says = 'Not decided. The run was interrupted for more than 15 minutes.';
    await finishBulkRun(tx, id, endWaiting(run, { state: 'blocked', says }), deps.clock.now());
    await recordChange(tx, { kind: 'bulk', environment: run.environment, subject: id });
    return true;
  });
}

/** Checks the role that the person who started the run has now, not the one they had then. */
async function decideOne(
  deps: SponsorshipDeps,
  run: BulkRunRow,
  kind: 'accept' | 'reject',
  item: BulkItem,
  signal: AbortSignal | undefined,
): Promise<BulkItem> {
  try {
    const decision = await decideSponsorship(deps, {
      caller: await readCaller(deps, run),
      environment: run.environment,
      importId: item.importId,
      kind,
      body: {
        reason: run.reason,
        note: run.note,
        overrideBudget: false,
        decisionId: item.decisionId ?? null,
        needsSecond: item.needsSecond,
      },
      bulkId: run.id,
      ...(signal && { signal }),
    });
    const row = await getDecision(deps.database.db, decision.id);
    return row ? withDecision(item, row) : item;
  } catch (error) {
    if (error instanceof LandfallError) return { ...item, state: 'blocked', says: error.userMessage };
    throw error;
  }
}

async function readCaller(deps: SponsorshipDeps, run: BulkRunRow): Promise<Caller> {
  const approver = run.staffId === null ? undefined : await findStaff(deps.database.db, run.staffId);
  if (!approver || approver.disabledAt !== null) {
    throw new LandfallError('forbidden', 'The person who started this can no longer decide.');
  }
  const { id, name, email, role } = approver;
  return { actor: { kind: 'staff', id, name, email, role }, address: '', requestId: `bulk ${run.id}` };
}
