import { saveAppSetting } from '../audit/save-app-setting';
import type { Caller } from '../contract/caller';
import { defaultRetention, retentionSchema, type Retention, type RetentionPreview } from '../contract/data-protection';
import { finishedStatuses } from '../imports/recognise-status';
import type { Db } from '../store/database/database';
import {
  countExpired,
  expiredAttempts,
  expiredBulkLookups,
  expiredBulkRuns,
  expiredCustomerLinks,
  expiredDeliveries,
  expiredImports,
  expiredItems,
  expiredMessageContents,
  expiredMessages,
  expiredRaw,
  expiredRequests,
  expiredStartLinks,
  expiredStarts,
  expiredToolRequests,
} from '../store/data-protection/retention';
import { readAppSetting } from '../store/staff/app-settings';
import type { DataProtectionDeps } from './data-protection-deps';

const key = 'retention';
const dayMs = 86_400_000;

export async function readRetention(db: Db): Promise<{ version: number; retention: Retention }> {
  const row = await readAppSetting(db, key);
  // Settings from before there were messages do not contain their days.
  const stored = row && { messageDays: defaultRetention.messageDays, ...Object(row.value) };
  const parsed = retentionSchema.safeParse(stored);
  // Unreadable settings must not delete more than an admin chose.
  const unreadable: Retention = {
    rawDays: null,
    deliveryDays: null,
    linkDays: null,
    attemptDays: null,
    importDays: null,
    messageDays: null,
  };
  if (!row) return { version: 0, retention: defaultRetention };
  return { version: row.version, retention: parsed.success ? parsed.data : unreadable };
}

export async function saveRetention(
  deps: Pick<DataProtectionDeps, 'database' | 'clock' | 'cipher'>,
  input: { caller: Caller; retention: Retention; basedOn: number },
): Promise<{ version: number; retention: Retention }> {
  const { caller, retention, basedOn } = input;
  return deps.database.transaction(async (tx) => {
    const before = await readRetention(tx);
    const version = before.version + 1;
    await saveAppSetting(deps, tx, {
      ...{ caller, key, version, basedOn },
      value: retention,
      action: 'retention.changed',
      subject: `retention version ${version}`,
      before: before.retention,
      after: retention,
    });
    return { version, retention };
  });
}

/** What has expired, per setting. Undefined where data is kept forever. */
export function expiredBy(deps: Pick<DataProtectionDeps, 'clock' | 'resumeDays'>, retention: Retention) {
  const nowMs = deps.clock.now().getTime();
  const since = <T>(days: number | null, expiring: (cutoff: Date) => T): T | undefined =>
    days === null ? undefined : expiring(new Date(nowMs - days * dayMs));
  return {
    rawAnswers: since(retention.rawDays, expiredRaw),
    deliveries: since(retention.deliveryDays, expiredDeliveries),
    startLinks: since(retention.linkDays, (cutoff) => expiredStartLinks(cutoff, deps.resumeDays)),
    customerLinks: since(retention.linkDays, expiredCustomerLinks),
    attempts: since(retention.attemptDays, expiredAttempts),
    toolRequests: since(retention.attemptDays, expiredToolRequests),
    bulkLookups: since(retention.attemptDays, expiredBulkLookups),
    bulkRuns: since(retention.attemptDays, expiredBulkRuns),
    requests: since(retention.attemptDays, expiredRequests),
    starts: since(retention.attemptDays, expiredStarts),
    imports: since(retention.importDays, (cutoff) => expiredImports(cutoff, finishedStatuses)),
    messages: since(retention.messageDays, expiredMessages),
    messageContents: since(retention.messageDays, expiredMessageContents),
    items: since(retention.messageDays, expiredItems),
  };
}

export async function previewRetention(
  deps: Pick<DataProtectionDeps, 'database' | 'clock' | 'resumeDays'>,
  retention: Retention,
): Promise<RetentionPreview> {
  const expired = expiredBy(deps, retention);
  const { db } = deps.database;
  const countOf = async (expiring: (typeof expired)[keyof typeof expired]) =>
    expiring === undefined ? 0 : countExpired(db, expiring);
  const links = (await countOf(expired.startLinks)) + (await countOf(expired.customerLinks));
  let attempts = 0;
  for (const kind of ['attempts', 'toolRequests', 'bulkLookups', 'bulkRuns', 'requests', 'starts'] as const) {
    attempts += await countOf(expired[kind]);
  }
  const messages =
    (await countOf(expired.messages)) + (await countOf(expired.messageContents)) + (await countOf(expired.items));
  return {
    rawAnswers: await countOf(expired.rawAnswers),
    deliveries: await countOf(expired.deliveries),
    links,
    attempts,
    imports: await countOf(expired.imports),
    messages,
  };
}
