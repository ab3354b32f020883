import type { Environment } from '../contract/environment';
import type { Need, NeedHeap } from '../contract/overview';
import { roleAtLeast, type Role } from '../contract/roles';
import type { Db } from '../store/database';
import {
  countFailingDeliveries,
  countForSecond,
  heapManyWarnings,
  heapStuck,
  heapUnknownDecisions,
  heapUnmatched,
  heapWaiting,
  type Heap,
} from '../store/insights';

/** More warnings than anybody reads. */
const manyWarnings = 50;
const webhookDayMs = 86_400_000;
/** A fault that an answer has followed is over. */
const troubleMs = 15 * 60_000;

export interface NeedsInput {
  environment: Environment;
  now: Date;
  staff: { id: string; role: Role };
  whoPays: 'partner' | 'customer';
  /** How the connection stands, as the service's client tells it. */
  health: {
    state: 'closed' | 'open' | 'half_open';
    since: Date | null;
    lastOkAt: Date | null;
    lastError: { at: Date; code: string; person: string } | null;
  };
  /** Of each status, after how many seconds an import is stuck in it. */
  stuckAfter: ReadonlyMap<string, number>;
}

/** What waits for this person, worst first. What somebody cannot do anything about is not theirs to be told of. */
export async function readNeeds(db: Db, input: NeedsInput): Promise<Need[]> {
  const { environment, now, staff } = input;
  const needs: Need[] = [];
  const service = serviceNeed(input);
  if (service) needs.push(service);
  if (input.whoPays === 'partner') {
    const { accepts, rejects, ...unknown } = await heapUnknownDecisions(db, environment);
    if (unknown.count > 0) needs.push({ kind: 'unknown-outcomes', accepts, rejects, ...toHeap(unknown) });
    if (roleAtLeast(staff.role, 'approver')) {
      const waiting = await heapWaiting(db, environment);
      const forMe = await countForSecond(db, environment, staff.id);
      if (waiting.count > 0) needs.push({ kind: 'decisions', forMe, ...toHeap(waiting) });
      const unmatched = await heapUnmatched(db, environment);
      if (unmatched.count > 0) needs.push({ kind: 'unmatched', ...toHeap(unmatched) });
    }
  }
  if (environment === 'live' && staff.role === 'admin') needs.push(...(await webhookNeeds(db, now)));
  const stuck: (Need & { kind: 'stuck' })[] = [];
  for (const [status, afterS] of input.stuckAfter) {
    const heap = await heapStuck(db, environment, status, new Date(now.getTime() - afterS * 1000));
    if (heap.count > 0) stuck.push({ kind: 'stuck', status, afterS, ...toHeap(heap) });
  }
  needs.push(...stuck.sort((a, b) => b.count - a.count));
  const warned = await heapManyWarnings(db, environment, manyWarnings);
  if (warned.count > 0) needs.push({ kind: 'warnings', moreThan: manyWarnings, ...toHeap(warned) });
  return needs;
}

function serviceNeed({ health, now }: NeedsInput): Need | undefined {
  const { lastError, lastOkAt } = health;
  const refused = lastError?.code === 'service_unauthorized' && (lastOkAt === null || lastOkAt < lastError.at);
  if (health.state === 'closed' && !refused) {
    const recent = lastError !== null && now.getTime() - lastError.at.getTime() < troubleMs;
    if (!recent || (lastOkAt !== null && lastOkAt >= lastError.at)) return undefined;
  }
  return {
    kind: 'service',
    says: lastError?.person ?? 'The migration service cannot be reached.',
    sinceAt: (health.since ?? lastError?.at)?.toISOString() ?? null,
    refused,
  };
}

async function webhookNeeds(db: Db, now: Date): Promise<Need[]> {
  const failing = await countFailingDeliveries(db, new Date(now.getTime() - webhookDayMs));
  // Strangers knock all the time; it is a fault of ours only when nothing that is signed arrives beside them.
  const badSignature = failing.verified === 0 ? failing.badSignature : 0;
  if (failing.notApplied === 0 && badSignature === 0) return [];
  return [
    {
      kind: 'webhooks',
      notApplied: failing.notApplied,
      badSignature,
      count: failing.notApplied + badSignature,
      oldestAt: toIso(failing.oldestMs),
      names: [],
    },
  ];
}

function toHeap({ count, oldestMs, names }: Heap): NeedHeap {
  return { count, oldestAt: toIso(oldestMs), names };
}

function toIso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
