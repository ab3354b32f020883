import { responsePurpose } from '../auth/stored-responses';
import { connectionPurpose } from '../connection/stored-connection';
import { dataKeyPurpose } from '../imports/erasures/data-key';
import { readKeyId } from '../core/cipher';
import { redirectPurpose } from '../imports/creation/creation-deps';
import { rawPurpose } from '../imports/observations/point-rows';
import { contentPurpose } from '../outbox/message-content';
import { targetPurpose } from '../outbox/staff/rule-target';
import {
  type EncryptedColumn,
  type RowKey,
  listUnderOtherKeys,
  replaceEncrypted,
} from '../store/database/encrypted-columns';
import { bodyCipherPurpose } from '../webhooks/webhook-deps';
import type { RotatedRows } from './key-schemas';
import type { KeysDeps } from './keys-deps';

export const columnPurposes: Record<EncryptedColumn, string> = {
  raw_responses: rawPurpose,
  redirect_urls: redirectPurpose,
  webhook_bodies: bodyCipherPurpose,
  data_keys: dataKeyPurpose,
  connection: connectionPurpose,
  messages: contentPurpose,
  notification_targets: targetPurpose,
  stored_responses: responsePurpose,
};

const batchSize = 20;
const batchesPerCall = 25;

/** Encrypts the next few hundred values with the first key. Each batch is committed, so it can be stopped at any time. */
export async function rotateColumn(
  deps: KeysDeps,
  column: EncryptedColumn,
  { after: start, signal }: { after: RowKey | null; signal: AbortSignal },
): Promise<RotatedRows> {
  const { database, cipher } = deps;
  const purpose = columnPurposes[column];
  const keyId = cipher.keyId;
  const result: RotatedRows = { after: start, changed: {}, unreadable: [] };
  for (let batch = 0; batch < batchesPerCall; batch += 1) {
    signal.throwIfAborted();
    const rows = await listUnderOtherKeys(database.db, column, { keyId, after: result.after, limit: batchSize });
    const replacements = rows.flatMap(({ key, bytes }) => {
      const plain = cipher.decrypt(purpose, bytes);
      return plain ? [{ key, was: bytes, now: cipher.encrypt(purpose, plain) }] : [];
    });
    if (replacements.length > 0) await database.transaction((tx) => replaceEncrypted(tx, column, replacements));
    for (const { was } of replacements) {
      const oldKey = readKeyId(was) ?? '';
      result.changed[oldKey] = (result.changed[oldKey] ?? 0) + 1;
    }
    const replaced = new Set(replacements.map(({ key }) => key));
    result.unreadable.push(...rows.flatMap(({ key }) => (replaced.has(key) ? [] : [key])));
    result.after = rows.at(-1)?.key ?? null;
    if (result.after === null) return result;
  }
  return result;
}
