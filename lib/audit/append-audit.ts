import type { AuditAction } from '../contract/audit-actions';
import { type Actor, type Caller, actorName } from '../contract/caller';
import type { Environment } from '../contract/environment';
import type { Cipher } from '../core/cipher';
import type { Clock } from '../core/clock';
import { insertAuditRows, lockAuditChain, readAuditHead } from '../store/events/audit';
import type { Database, Db } from '../store/database/database';
import { type Json, canonicalJson, toStorableJson, toStorableText } from './canonical-json';
import { chainEntry, genesisHash, sha256 } from './chain-entry';

export interface AuditDeps {
  clock: Clock;
  cipher: Pick<Cipher, 'keyId' | 'sign'>;
}

export interface AuditEntry {
  caller: Caller;
  action: AuditAction;
  environment?: Environment | undefined;
  subject: string;
  before?: unknown;
  after?: unknown;
}

/** Longer values are stored as size and hash only. */
const maxCharacters = 32_000;

/** In the transaction of the change, as its last write: locking rows while the chain is locked can deadlock. */
export async function appendAudit({ clock, cipher }: AuditDeps, tx: Db, entry: AuditEntry): Promise<void> {
  await lockAuditChain(tx);
  const head = await readAuditHead(tx);
  const { actor, address, requestId } = entry.caller;
  const facts = {
    seq: (head?.seq ?? 0) + 1,
    at: clock.now(),
    actorId: actor.kind === 'staff' ? actor.id : null,
    action: entry.action,
    environment: entry.environment ?? null,
    requestId: toStorableText(requestId.slice(0, 100)),
  };
  const values = {
    actor: toStorableText(nameWithEmail(actor).slice(0, 500)),
    subject: toStorableText(entry.subject.slice(0, 2000)),
    address: toStorableText(address.slice(0, 200)),
    before: limitSize(entry.before),
    after: limitSize(entry.after),
  };
  await insertAuditRows(tx, [chainEntry(cipher, head?.hash ?? genesisHash, facts, values)]);
}

/** For reads that are audited, such as exports. */
export function auditAccess(deps: AuditDeps & { database: Database }, entry: AuditEntry): Promise<void> {
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
