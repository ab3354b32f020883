import type { Environment } from '../contract/environment';
import type { AttentionItem, AttentionGroup } from '../contract/overview';
import { roleAtLeast, type Role } from '../contract/roles';
import type { ServiceHealth } from '../service/service-client';
import { stuckSince } from '../imports/stuck-rule';
import type { Db } from '../store/database/database';
import { attentionCap, readAttention, type AttentionRow } from '../store/imports/attention';
import { manyWarnings } from '../store/imports/import-filter';
import { findSamePerson } from '../store/staff/same-person';

const webhookWindowMs = 86_400_000;
const messageWindowMs = 7 * 86_400_000;
const overdueMailMs = 15 * 60_000;
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
  const mayDecide = input.whoPays === 'partner' && roleAtLeast(staff.role, 'approver');
  const isLiveAdmin = environment === 'live' && staff.role === 'admin';
  const since = (windowMs: number) => (isLiveAdmin ? new Date(now.getTime() - windowMs) : undefined);
  const groups = await readAttention(db, {
    environment,
    stuckSince: stuckSince(input.stuckAfter, now),
    unknown: true,
    waitingFor: mayDecide ? await findSamePerson(db, staff.id, now) : undefined,
    tools: environment === 'live' && roleAtLeast(staff.role, 'agent'),
    webhooksSince: since(webhookWindowMs),
    messagesSince: since(messageWindowMs),
    mailsBefore: since(overdueMailMs),
  });
  const service = serviceItem(input);
  const items = kindsByUrgency.flatMap((wanted) =>
    groups.filter(({ kind }) => kind === wanted).sort((a, b) => b.count - a.count),
  );
  return [...(service ? [service] : []), ...items.map((row) => toItem(row, input.stuckAfter))];
}

const kindsByUrgency = [
  'unknown',
  'waiting',
  'unmatched',
  'tools',
  'webhooks',
  'mails',
  'messages',
  'stuck',
  'warnings',
] as const;

function toItem(row: AttentionRow, stuckAfter: ReadonlyMap<string, number>): AttentionItem {
  const group = toGroup(row);
  switch (row.kind) {
    case 'unknown':
      return { kind: 'unknown-outcomes', accepts: row.count - row.special, rejects: row.special, ...group };
    case 'waiting':
      return { kind: 'decisions', forMe: row.special, ...group };
    case 'unmatched':
      return { kind: 'unmatched', ...group };
    case 'tools':
      return { kind: 'tool-requests', ...group };
    case 'webhooks':
      return {
        kind: 'webhooks',
        notApplied: row.count,
        badSignature: row.special,
        ...group,
        count: row.count + row.special,
      };
    case 'messages':
      return { kind: 'messages', ...group };
    case 'mails':
      return { kind: 'waiting-mails', reason: row.statusKey, ...group };
    case 'stuck':
      return { kind: 'stuck', status: row.statusKey, afterS: stuckAfter.get(row.statusKey) ?? 0, ...group };
    case 'warnings':
      return { kind: 'warnings', moreThan: manyWarnings, ...group };
  }
}

/** Others are counted exactly. */
const cappedKinds: readonly AttentionRow['kind'][] = ['messages', 'mails', 'tools', 'stuck', 'warnings'];

function toGroup({ kind, count, oldestMs, names }: AttentionRow): AttentionGroup {
  const isMinimum = cappedKinds.includes(kind) && count > attentionCap;
  return {
    count: isMinimum ? attentionCap : count,
    countIsMinimum: isMinimum,
    oldestAt: oldestMs === null ? null : new Date(oldestMs).toISOString(),
    names,
  };
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
