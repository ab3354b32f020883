import { timingSafeEqual } from 'node:crypto';
import { canonicalJson, toStorableJson } from '../audit/canonical-json';
import { erasureReceiptSchema, type ErasureReceipt } from '../contract/data-protection';
import { decryptDataKey, erasureKeyName, keyedHash, openErasureKey } from '../imports/erasures/data-key';
import { readDataKey } from '../store/data-protection/data-keys';
import type { Db } from '../store/database/database';
import { listInstallationValues, readInstallationValue, writeInstallationValue } from '../store/database/installation';
import type { DataProtectionDeps } from './data-protection-deps';

const prefix = 'erasure receipt ';
const maxListed = 100;

/** Contains no username. The MAC shows later that this installation issued it and that it was not changed. */
export async function issueReceipt(
  deps: Pick<DataProtectionDeps, 'cipher' | 'clock'>,
  tx: Db,
  content: Omit<ErasureReceipt, 'mac'>,
): Promise<ErasureReceipt> {
  const receipt = { ...content, mac: macOf(await openErasureKey(deps, tx), content) };
  await writeInstallationValue(tx, { key: prefix + receipt.id, value: receipt, at: deps.clock.now() });
  return receipt;
}

export async function readReceipt(db: Db, id: string): Promise<ErasureReceipt | undefined> {
  const row = await readInstallationValue(db, prefix + id);
  return row && erasureReceiptSchema.parse(row.value);
}

/** The newest, without any that cannot be read. */
export async function listReceipts(db: Db): Promise<ErasureReceipt[]> {
  const rows = await listInstallationValues(db, prefix, maxListed);
  return rows.flatMap(({ value }) => erasureReceiptSchema.safeParse(value).data ?? []);
}

export async function checkReceipt(
  deps: Pick<DataProtectionDeps, 'database' | 'cipher'>,
  { mac, ...content }: ErasureReceipt,
): Promise<boolean> {
  const encrypted = await readDataKey(deps.database.db, erasureKeyName);
  // Nothing was ever erased here.
  if (!encrypted) return false;
  const expected = Buffer.from(macOf(decryptDataKey(deps, encrypted), content));
  const given = Buffer.from(mac);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function macOf(key: Buffer, content: Omit<ErasureReceipt, 'mac'>): string {
  return keyedHash(key, `receipt ${canonicalJson(toStorableJson(content))}`);
}
