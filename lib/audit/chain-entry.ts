import { createHash, randomBytes } from 'node:crypto';
import type { AuditField } from '../contract/audit';
import type { Cipher } from '../core/cipher';
import type { AuditRow, NewAuditRow } from '../store/events/audit';
import { type Json, canonicalJson, toStorableJson } from './canonical-json';

export const genesisHash = '0'.repeat(64);
export const signaturePurpose = 'audit';
/** Written by a rotation of LANDFALL_KEY. */
export const rotationAction = 'keys.rotated';

const saltBytes = 16;

type EntryFacts = Pick<AuditRow, 'seq' | 'at' | 'actorId' | 'action' | 'environment' | 'requestId'>;

/** The next entry of the chain: commits to its values, links to the previous hash, and is signed outside the database. */
export function chainEntry(
  cipher: Pick<Cipher, 'keyId' | 'sign'>,
  previousHash: string,
  facts: EntryFacts,
  values: { actor: string; subject: string; address: string; before: Json; after: Json },
): NewAuditRow {
  const salts = mapFields(() => randomBytes(saltBytes).toString('hex'));
  const commitments = mapFields((field) => commitTo(salts[field], values[field]));
  const { keyId } = cipher;
  const hash = hashEntry({ ...facts, commitments, previousHash, keyId });
  return {
    entry: { ...facts, commitments, previousHash, hash, keyId, mac: cipher.sign(signaturePurpose, hash) },
    values: { seq: facts.seq, ...values, salts },
  };
}

function mapFields(map: (field: AuditField) => string): Record<AuditField, string> {
  return {
    actor: map('actor'),
    subject: map('subject'),
    address: map('address'),
    before: map('before'),
    after: map('after'),
  };
}

/** The salt keeps a short value from being guessed from its hash once it is erased. */
export function commitTo(salt: string, value: unknown): string {
  return createHash('sha256')
    .update(Buffer.from(salt, 'hex'))
    .update(canonicalJson(toStorableJson(value)))
    .digest('hex');
}

export function hashEntry(entry: EntryFacts & { commitments: unknown; previousHash: string; keyId: string }): string {
  const { seq, at, actorId, action, environment, requestId, commitments, previousHash, keyId } = entry;
  return sha256(
    canonicalJson({
      seq,
      at: at.toISOString(),
      actorId,
      action,
      environment,
      requestId,
      commitments: toStorableJson(commitments),
      previousHash,
      keyId,
    }),
  );
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
