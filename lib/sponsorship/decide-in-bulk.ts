import type { BulkBody, BulkItem, BulkPreview, BulkRun } from '../contract/bulk';
import { actorName, type Caller } from '../contract/caller';
import { openDecisionStates } from '../contract/decisions';
import type { Environment } from '../contract/environment';
import { LandfallError } from '../core/errors';
import {
  claimBulkRun,
  finishBulkRun,
  getBulkRun,
  insertBulkRun,
  listBulkDecisions,
  listOpenBulkRuns,
  saveBulkItems,
  type BulkRunRow,
} from '../store/bulk-runs';
import { recordChange } from '../store/changes';
import { countMonth, getDecision } from '../store/decisions';
import { currentPolicy } from '../store/policies';
import { findQueueRow, listUsernames } from '../store/sponsorship-queue';
import { findStaff } from '../store/staff';
import { itemOf, itemsNow, readItems } from './bulk-items';
import { decider, decideSponsorship } from './decide-sponsorship';
import { judgePolicy } from './judge-policy';
import { monthStart, readMonthBudget } from './month-budget';
import type { SponsorshipParts } from './sponsorship-parts';

const claimMs = 60_000;

/** The dry run: what would be sent, what is blocked and why. Nothing is written; deciding checks everything again. */
export async function previewBulk(
  parts: SponsorshipParts,
  input: { environment: Environment; kind: 'accept' | 'reject'; importIds: readonly string[] },
): Promise<BulkPreview> {
  const { db } = parts.database;
  const { policy } = await currentPolicy(db);
  const month = await countMonth(db, input.environment, monthStart(parts.clock.now()));
  const items: BulkItem[] = [];
  let sends = 0;
  for (const importId of new Set(input.importIds)) {
    const found = await findQueueRow(db, input.environment, importId);
    const username = found?.row.username ?? null;
    const judged = judgePolicy(policy, {
      kind: input.kind,
      records: found?.row.records ?? null,
      // What this very run would spend counts, or a run could walk over the end of the budget.
      month: { ...month, sending: month.sending + (input.kind === 'accept' ? sends : 0) },
    });
    const blocked = blockedBecause(found, input.kind, judged.budget === 'stop' ? judged.says : null);
    if (blocked !== null) items.push({ importId, username, state: 'blocked', says: blocked });
    else {
      sends += 1;
      items.push({ importId, username, state: judged.needsSecond ? 'would_propose' : 'would_send', says: judged.says });
    }
  }
  return {
    items,
    sends,
    blocked: items.filter((item) => item.state === 'blocked').length,
    budget: await readMonthBudget(db, input.environment, parts.clock.now()),
    reasonRequired: policy.reasonRequired,
  };
}

function blockedBecause(
  found: Awaited<ReturnType<typeof findQueueRow>>,
  kind: 'accept' | 'reject',
  budget: string | null,
): string | null {
  if (!found) return 'We know no import with this identifier.';
  if (found.row.gone) return 'The import is no longer available at the service.';
  const { decision, request } = found;
  if (decision && openDecisionStates.some((state) => state === decision.state)) {
    if (decision.state === 'unknown') return 'The outcome of an earlier decision is unknown.';
    return decision.state === 'proposed'
      ? `Proposed by ${decision.proposedBy}; approve it by itself.`
      : 'A decision is on its way.';
  }
  if (decision?.state === 'confirmed' || (decision?.state === 'resolved' && decision.resolution === 'settled_done')) {
    return 'It is decided already.';
  }
  if (kind === 'accept' && request && !request.verified) return 'Nobody has verified who asked.';
  return budget;
}

/** Writes the run down and answers at once; it is worked off behind, and goes on when the page is closed. */
export async function startBulk(
  parts: SponsorshipParts,
  input: { caller: Caller; environment: Environment; body: BulkBody },
): Promise<BulkRun> {
  const person = decider(input.caller);
  const { body, environment } = input;
  const importIds = [...new Set(body.importIds)];
  await parts.database.transaction(async (tx) => {
    const usernames = await listUsernames(tx, environment, importIds);
    const added = await insertBulkRun(tx, {
      id: body.id,
      environment,
      kind: body.kind,
      staffId: person.id,
      by: actorName(input.caller.actor),
      at: parts.clock.now(),
      items: importIds.map((importId) => ({
        importId,
        username: usernames.get(importId) ?? null,
        state: 'waiting',
        says: '',
      })),
      reason: body.reason,
      note: body.note,
    });
    if (!added) return;
    await parts.audit.append(tx, {
      caller: input.caller,
      action: 'sponsorship.bulk_started',
      environment,
      subject: body.id,
      after: { kind: body.kind, imports: body.importIds, reason: body.reason },
    });
  });
  void workBulk(parts, body.id).catch((error: unknown) =>
    parts.log.error({ err: error, bulk: body.id }, 'a bulk run stopped'),
  );
  return readBulk(parts, body.id);
}

export async function readBulk(parts: Pick<SponsorshipParts, 'database'>, id: string): Promise<BulkRun> {
  const row = await getBulkRun(parts.database.db, id);
  if (!row || (row.kind !== 'accept' && row.kind !== 'reject')) throw new LandfallError('not_found');
  return {
    id: row.id,
    kind: row.kind,
    by: row.by,
    at: row.at.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    items: itemsNow(row, await listBulkDecisions(parts.database.db, id)),
  };
}

/** A background job: continues runs whose process ended in the middle. */
export async function workOpenBulks(parts: SponsorshipParts, signal?: AbortSignal): Promise<void> {
  for (const id of await listOpenBulkRuns(parts.database.db, 5)) await workBulk(parts, id, signal);
}

async function workBulk(parts: SponsorshipParts, id: string, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  const run = await claimBulkRun(parts.database.db, id, claimMs);
  if (!run || (run.kind !== 'accept' && run.kind !== 'reject')) return;
  const items = readItems(run);
  const done = new Map((await listBulkDecisions(parts.database.db, id)).map((row) => [row.importId, row]));
  for (const [index, item] of items.entries()) {
    // The claim runs out, and another run continues here.
    if (signal?.aborted) return;
    if (item.state !== 'waiting') continue;
    const before = done.get(item.importId);
    items[index] = before ? itemOf(item, before) : await decideOne(parts, run, run.kind, item);
    await saveBulkItems(parts.database.db, id, items, claimMs);
    await parts.database.transaction((tx) =>
      recordChange(tx, { kind: 'bulk', environment: run.environment, subject: id }),
    );
  }
  await finishBulkRun(parts.database.db, id, items, parts.clock.now());
}

/** Each one through the one guard, as the person who started the run is allowed now, not as they were then. */
async function decideOne(
  parts: SponsorshipParts,
  run: BulkRunRow,
  kind: 'accept' | 'reject',
  item: BulkItem,
): Promise<BulkItem> {
  try {
    const caller = await callerOf(parts, run);
    const decision = await decideSponsorship(parts, {
      caller,
      environment: run.environment,
      importId: item.importId,
      kind,
      body: { reason: run.reason, note: run.note, overrideBudget: false },
      bulkId: run.id,
    });
    const row = await getDecision(parts.database.db, decision.id);
    return row ? itemOf(item, row) : item;
  } catch (error) {
    if (error instanceof LandfallError) return { ...item, state: 'blocked', says: error.person };
    throw error;
  }
}

async function callerOf(parts: SponsorshipParts, run: BulkRunRow): Promise<Caller> {
  const person = run.staffId === null ? undefined : await findStaff(parts.database.db, run.staffId);
  if (!person || person.disabledAt !== null) {
    throw new LandfallError('forbidden', { person: 'Whoever started this may no longer decide.' });
  }
  const { id, name, email, role } = person;
  return { actor: { kind: 'staff', id, name, email, role }, address: '', requestId: `bulk ${run.id}` };
}
