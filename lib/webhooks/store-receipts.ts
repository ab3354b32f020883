import { groupBy } from '../core/group-by';
import { findErased, listKnown, stringsIn } from '../imports/erasures/find-erased';
import type { Db } from '../store/database/database';
import { lockErasures } from '../store/data-protection/erasures';
import { recordChange } from '../store/events/changes';
import { pruneDeliveries } from '../store/events/deliveries';
import { countDeliveries, saveDeliveries } from '../store/events/save-deliveries';
import { pollAllNow, pollOnHint } from '../store/service-calls/poll-schedule';
import type { Receipt } from './admission';
import { leaseS } from './apply-deliveries';
import type { ReceivedMessage, WebhookDeps } from './webhook-deps';

/** Messages that are not applied are kept for review. Those that an admin applied do not count. */
const quarantines = [
  { verdicts: ['bad_signature', 'hint'], keep: 100 },
  { verdicts: ['stale', 'unreadable'], keep: 500, maxBytes: 4 * 1024 * 1024 },
] as const;

/** Stores messages in one transaction, each once per content. One receipt per message. */
export async function storeReceipts(deps: WebhookDeps, take: () => readonly ReceivedMessage[]): Promise<Receipt[]> {
  return deps.database.transaction(async (tx) => {
    const messages = take();
    const erased = await findAboutErased(deps, tx, messages);
    const kept = messages.filter((message) => !erased.has(message));
    // A verified message that is repeated later is a duplicate, not stale, so signed ones are grouped by content alone.
    const groups = [...groupBy(kept, ({ row }) => `${row.contentHash} ${row.scheme === null ? row.verdict : ''}`)]
      .map(([, same]) => same)
      .flatMap((same) => {
        const stored = same.find(({ row }) => row.verdict === 'verified') ?? same[0];
        return stored ? [{ stored, same }] : [];
      });
    const rows = groups.map(({ stored, same }) => ({ ...stored.row, times: same.length, claim: stored.claim }));
    const saved = await saveDeliveries(tx, rows, { leaseS });
    const receipts = new Map<ReceivedMessage, Receipt>();
    const isNew = new Set<ReceivedMessage>();
    for (const { stored, same } of groups) {
      const { id, first, verifiedBefore } = saved.get(stored.row.id) ?? missing();
      const isVerified = verifiedBefore || stored.row.verdict === 'verified';
      if (first) isNew.add(stored);
      for (const message of same) {
        const isDuplicate = isVerified && !(first && message === stored);
        receipts.set(message, isDuplicate ? duplicateOf(id) : receiptOf(message, id));
      }
    }
    for (const message of erased) receipts.set(message, erasedReceipt(message));
    const ordered = messages.map((message) => receipts.get(message) ?? missing());
    const quietForMs = await countReceipts(tx, messages, ordered);
    await schedulePolls(tx, [...isNew]);
    for (const quarantine of quarantines) {
      const isIn = ({ row }: ReceivedMessage) => quarantine.verdicts.some((verdict) => verdict === row.verdict);
      if ([...isNew].some(isIn)) await pruneDeliveries(tx, quarantine);
    }
    // A flood of forgeries or repeats updates open pages at most once per second; every new signed message does.
    const shown =
      [...isNew].find(({ row }) => row.scheme !== null) ??
      kept.find((message) => (quietForMs.get(receipts.get(message)?.verdict ?? '') ?? Infinity) >= 1000);
    const subject = shown && receipts.get(shown)?.deliveryId;
    if (subject !== undefined) await recordChange(tx, { kind: 'delivery', environment: 'live', subject });
    return ordered;
  });
}

function missing(): never {
  throw new Error('a delivery was not stored');
}

const receiptOf = ({ row: { verdict, reason } }: ReceivedMessage, deliveryId: string): Receipt => ({
  verdict,
  reason,
  deliveryId,
  stored: true,
});

const duplicateOf = (deliveryId: string): Receipt => ({
  verdict: 'duplicate',
  reason: 'The same content was already received.',
  deliveryId,
  stored: true,
});

const erasedReceipt = ({ row }: ReceivedMessage): Receipt => ({
  verdict: row.verdict,
  reason: 'It is about a customer who was erased, so it is not stored.',
  deliveryId: row.id,
  stored: false,
});

/** Returns the time since the last message with each verdict. */
async function countReceipts(tx: Db, messages: readonly ReceivedMessage[], receipts: readonly Receipt[]) {
  const counts = new Map<string, number>();
  for (const { stored, verdict } of receipts) {
    const counted = stored ? verdict : 'erased';
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
  }
  const lastMs = Math.max(...messages.map(({ row }) => row.receivedAt.getTime()));
  return countDeliveries(tx, counts, new Date(lastMs));
}

async function findAboutErased(
  deps: WebhookDeps,
  tx: Db,
  messages: readonly ReceivedMessage[],
): Promise<ReadonlySet<ReceivedMessage>> {
  await lockErasures(tx, 'shared');
  const keyOf = ({ row }: ReceivedMessage) =>
    row.importId === null ? [] : [{ environment: 'live' as const, id: row.importId }];
  const marks = await findErased(deps, tx, { usernames: namesIn(messages), imports: messages.flatMap(keyOf) });
  if (!marks) return new Set();
  const known = await listKnown(tx, messages.flatMap(keyOf));
  return new Set(
    messages.filter((message) => {
      const [key] = keyOf(message);
      if (key && marks.ofImport(key)?.kind === 'import') return true;
      // A stored import may mention an erased customer, for example as one of its users.
      if (key && known.has(`live ${key.id}`)) return false;
      return stringsIn(message.body).some((name) => marks.ofUsername(name) !== undefined);
    }),
  );
}

/** Lazily, so that nothing is parsed before the first erasure. */
function* namesIn(messages: readonly ReceivedMessage[]): Generator<string> {
  for (const { body } of messages) yield* stringsIn(body);
}

/** An unusable message still names an import to poll. A signed one polls it now; an unsigned one is rate-limited. */
async function schedulePolls(tx: Db, messages: readonly ReceivedMessage[]): Promise<void> {
  const ids = (verdicts: readonly string[]) =>
    messages.flatMap(({ row }) => (verdicts.includes(row.verdict) && row.importId !== null ? [row.importId] : []));
  await pollAllNow(tx, ids(['stale', 'unreadable']));
  for (const id of ids(['hint'])) await pollOnHint(tx, id);
}
