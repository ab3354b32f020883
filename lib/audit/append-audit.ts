import { createHash } from 'node:crypto';
import { type Actor, type Caller, actorName } from '../contract/caller';
import type { Environment } from '../contract/environment';
import type { Clock } from '../core/clock';
import { type AuditRow, insertAuditRow, lockAuditChain, readAuditHead } from '../store/events/audit';
import type { Database, Db } from '../store/database/database';
import { type Json, canonicalJson, toStorableJson, toStorableText } from './canonical-json';

interface AuditEntry {
  caller: Caller;
  action: string;
  environment?: Environment | undefined;
  subject: string;
  before?: unknown;
  after?: unknown;
}

export const genesisHash = '0'.repeat(64);

/** Longer values are stored as size and hash only. */
const maxCharacters = 32_000;

/** In the transaction of the change, as its last write: locking rows while the chain is locked can deadlock. */
export async function appendAudit({ clock }: { clock: Clock }, tx: Db, entry: AuditEntry): Promise<void> {
  await lockAuditChain(tx);
  const head = await readAuditHead(tx);
  const { actor, address, requestId } = entry.caller;
  const row = {
    seq: (head?.seq ?? 0) + 1,
    at: clock.now(),
    actorId: actor.kind === 'staff' ? actor.id : null,
    actor: toStorableText(nameWithEmail(actor)).slice(0, 500),
    action: entry.action,
    environment: entry.environment ?? null,
    subject: toStorableText(entry.subject.slice(0, 2000)),
    address: toStorableText(address.slice(0, 200)),
    before: limitSize(entry.before),
    after: limitSize(entry.after),
    requestId: toStorableText(requestId.slice(0, 100)),
    previousHash: head?.hash ?? genesisHash,
  };
  await insertAuditRow(tx, { ...row, hash: hashEntry(row) });
}

/** For reads that are audited, such as exports. */
export function auditAccess(deps: { database: Database; clock: Clock }, entry: AuditEntry): Promise<void> {
  return deps.database.transaction((tx) => appendAudit(deps, tx, entry));
}

function nameWithEmail(actor: Actor): string {
  if (actor.kind !== 'staff') return actorName(actor);
  return actor.name && actor.name !== actor.email ? `${actor.name} <${actor.email}>` : actor.email;
}

function limitSize(value: unknown): Json {
  const json = toStorableJson(value);
  const text = canonicalJson(json);
  if (text.length <= maxCharacters) return json;
  return { tooLong: true, characters: text.length, sha256: sha256(text) };
}

export function hashEntry(entry: Omit<AuditRow, 'hash'>): string {
  const { seq, at, actorId, actor, action, environment, subject, address, requestId, previousHash } = entry;
  const text = canonicalJson({
    seq,
    at: at.toISOString(),
    actorId,
    actor,
    action,
    environment,
    subject,
    address,
    before: toStorableJson(entry.before),
    after: toStorableJson(entry.after),
    requestId,
    previousHash,
  });
  return sha256(text);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
