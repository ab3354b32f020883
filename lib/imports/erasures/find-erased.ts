import type { Cipher } from '../../core/cipher';
import { groupBy } from '../../core/group-by';
import { parseJson } from '../../core/parse-json';
import { textsIn } from '../../core/texts-in';
import type { Db } from '../../store/database/database';
import { listErasures, readErasureKey, type ErasureKind } from '../../store/data-protection/erasures';
import { getImports } from '../../store/imports/imports';
import type { ImportKey } from '../../store/imports/observations';
import { decryptDataKey, erasureKeyName, keyedHash } from './data-key';
import { isDistinctive, isUsernameField, normaliseUsername } from './usernames';

export function usernameFingerprint(key: Buffer, username: string): string {
  return keyedHash(key, `username ${normaliseUsername(username)}`);
}

export function importFingerprint(key: Buffer, { environment, id }: ImportKey): string {
  return keyedHash(key, `import ${environment} ${id}`);
}

interface Mark {
  kind: ErasureKind;
  at: Date;
  fingerprint: string;
}

export interface FoundMarks {
  ofUsername(username: string): Mark | undefined;
  ofImport(key: ImportKey): Mark | undefined;
  fingerprintOf(key: ImportKey): string;
}

/** Undefined if none of them was erased. In a transaction that stores them, call `lockErasures` first. */
export async function findErased(
  deps: { cipher: Cipher },
  db: Db,
  subjects: { usernames?: Iterable<string>; imports?: Iterable<ImportKey> },
): Promise<FoundMarks | undefined> {
  const encrypted = await readErasureKey(db, erasureKeyName);
  return encrypted && findMarks(deps, db, encrypted, subjects);
}

/** With the key that `readErasureKey` returned. */
export async function findMarks(
  deps: { cipher: Cipher },
  db: Db,
  encryptedKey: Buffer,
  subjects: { usernames?: Iterable<string>; imports?: Iterable<ImportKey> },
): Promise<FoundMarks | undefined> {
  const key = decryptDataKey(deps, encryptedKey);
  const fingerprints = new Set<string>();
  for (const username of subjects.usernames ?? []) fingerprints.add(usernameFingerprint(key, username));
  for (const one of subjects.imports ?? []) fingerprints.add(importFingerprint(key, one));
  const found = new Map((await listErasures(db, [...fingerprints])).map((row) => [row.fingerprint, row]));
  if (found.size === 0) return undefined;
  return {
    ofUsername: (username) => found.get(usernameFingerprint(key, username)),
    ofImport: (one) => found.get(importFingerprint(key, one)),
    fingerprintOf: (one) => importFingerprint(key, one),
  };
}

export async function findErasedUsername(
  deps: { cipher: Cipher },
  db: Db,
  username: string,
): Promise<Mark | undefined> {
  return (await findErased(deps, db, { usernames: [username] }))?.ofUsername(username);
}

/** Which of these imports are stored, as `environment id`. */
export async function listKnown(db: Db, keys: readonly ImportKey[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (const [environment, ofEnvironment] of groupBy(keys, (key) => key.environment)) {
    const ids = ofEnvironment.map(({ id }) => id);
    for (const { id } of await getImports(db, environment, ids)) known.add(`${environment} ${id}`);
  }
  return known;
}

const maxStrings = 5_000;
const maxUsernameLength = 320;

/** The texts of a JSON document that may be usernames: those in fields for one, and distinctive ones anywhere. */
export function stringsIn(document: string | Uint8Array): string[] {
  const found = new Set<string>();
  const content = typeof document === 'string' ? document : new TextDecoder().decode(document);
  for (const { field, text } of textsIn(parseJson(content))) {
    if (found.size >= maxStrings) break;
    if (text.length <= maxUsernameLength && (isUsernameField(field) || isDistinctive(text.trim()))) found.add(text);
  }
  return [...found];
}
