import type { Environment } from '../contract/environment';
import type { AttentionItem, AttentionGroup } from '../contract/overview';
import { roleAtLeast, type Role } from '../contract/roles';
import type { ServiceHealth } from '../service/service-client';
import type { Db } from '../store/database/database';
import {
  countFailingDeliveries,
  countForSecondApprover,
  readImportsWithManyWarnings,
  readStuckImports,
  readUnknownDecisions,
  readUnmatchedRequests,
  readWaitingImports,
  type AttentionGroupRow,
} from '../store/imports/insights';

const manyWarnings = 50;
const webhookWindowMs = 86_400_000;
const recentFaultMs = 15 * 60_000;

export interface AttentionInput {
  environment: Environment;
  now: Date;
  staff: { id: string; role: Role };
  whoPays: 'partner' | 'customer';
  health: ServiceHealth;
  stuckAfter: ReadonlyMap<string, number>;
}

/** Most urgent first. Only what this person's role can act on. */
export async function readAttentionItems(db: Db, input: AttentionInput): Promise<AttentionItem[]> {
  const { environment, now, staff } = input;
  const items: AttentionItem[] = [];
  const service = serviceItem(input);
  if (service) items.push(service);
  if (input.whoPays === 'partner') {
    const { accepts, rejects, ...unknown } = await readUnknownDecisions(db, environment);
    if (unknown.count > 0) items.push({ kind: 'unknown-outcomes', accepts, rejects, ...toAttentionGroup(unknown) });
    if (roleAtLeast(staff.role, 'approver')) {
      const waiting = await readWaitingImports(db, environment);
      const forMe = await countForSecondApprover(db, environment, staff.id);
      if (waiting.count > 0) items.push({ kind: 'decisions', forMe, ...toAttentionGroup(waiting) });
      const unmatched = await readUnmatchedRequests(db, environment);
      if (unmatched.count > 0) items.push({ kind: 'unmatched', ...toAttentionGroup(unmatched) });
    }
  }
  if (environment === 'live' && staff.role === 'admin') items.push(...(await webhookItems(db, now)));
  const stuck: (AttentionItem & { kind: 'stuck' })[] = [];
  for (const [status, afterS] of input.stuckAfter) {
    const group = await readStuckImports(db, environment, status, new Date(now.getTime() - afterS * 1000));
    if (group.count > 0) stuck.push({ kind: 'stuck', status, afterS, ...toAttentionGroup(group) });
  }
  items.push(...stuck.sort((a, b) => b.count - a.count));
  const warned = await readImportsWithManyWarnings(db, environment, manyWarnings);
  if (warned.count > 0) items.push({ kind: 'warnings', moreThan: manyWarnings, ...toAttentionGroup(warned) });
  return items;
}

function serviceItem({ health, now }: AttentionInput): AttentionItem | undefined {
  const { lastError, lastOkAt } = health;
  const refused = lastError?.code === 'service_unauthorized' && (lastOkAt === null || lastOkAt < lastError.at);
  if (health.state === 'closed' && !refused) {
    const recent = lastError !== null && now.getTime() - lastError.at.getTime() < recentFaultMs;
    if (!recent || (lastOkAt !== null && lastOkAt >= lastError.at)) return undefined;
  }
  return {
    kind: 'service',
    explanation: lastError?.userMessage ?? 'The migration service cannot be reached.',
    sinceAt: (health.since ?? lastError?.at)?.toISOString() ?? null,
    refused,
  };
}

async function webhookItems(db: Db, now: Date): Promise<AttentionItem[]> {
  const failing = await countFailingDeliveries(db, new Date(now.getTime() - webhookWindowMs));
  // Unsigned requests from strangers are normal; they point to a wrong secret only when no signed delivery arrives.
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

function toAttentionGroup({ count, oldestMs, names }: AttentionGroupRow): AttentionGroup {
  return { count, oldestAt: toIso(oldestMs), names };
}

function toIso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
