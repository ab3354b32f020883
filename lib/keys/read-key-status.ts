import { listPendingKeys } from '../imports/erasures/pending-erasures';
import { migrationLinkDays } from '../start/start-deps';
import { readKeyId } from '../core/cipher';
import {
  columnNames,
  countByKey,
  listUnderOtherKeys,
  type EncryptedColumn,
  type RowKey,
} from '../store/database/encrypted-columns';
import { readLatestLinkExpiry } from '../store/imports/start-links';
import type { KeyStatus } from './key-schemas';
import type { KeysDeps } from './keys-deps';
import { readRetirement } from './retired-keys';
import { columnPurposes } from './rotate-column';
import { readTokenKeys } from './rotate-tokens';

/** More values than this under an old key are counted without decrypting them: `rotate` comes first then. */
const maxTried = 200;

export async function readKeyStatus(deps: KeysDeps): Promise<KeyStatus[]> {
  const { cipher } = deps;
  const { keyId: current } = cipher;
  const statuses = new Map<string, KeyStatus>(
    [...new Set(cipher.keyIds)].map((keyId) => [keyId, emptyStatus(keyId, keyId === current ? 'current' : 'old')]),
  );
  for (const column of columnNames) await addValues(deps, column, statuses);
  await addPendingErasures(deps, statuses);
  await addTokens(deps, statuses);
  for (const status of statuses.values()) {
    if (status.role === 'old') await checkRetirement(deps, status);
  }
  return [...statuses.values()];
}

function emptyStatus(keyId: string, role: KeyStatus['role']): KeyStatus {
  return { keyId, role, values: {}, unreadable: 0, tokens: 0, linksUntil: null, rotated: false, mayGo: false };
}

async function addValues(
  { database, cipher }: KeysDeps,
  column: EncryptedColumn,
  statuses: Map<string, KeyStatus>,
): Promise<void> {
  const counts = await countByKey(database.db, column);
  const current = cipher.keyId;
  const elsewhere = counts.filter(({ keyId }) => keyId !== current).reduce((sum, { rows }) => sum + rows, 0);
  const damaged = new Map<string, number>();
  let after: RowKey | null = null;
  while (elsewhere > 0 && elsewhere <= maxTried) {
    const page: Awaited<ReturnType<typeof listUnderOtherKeys>> = await listUnderOtherKeys(database.db, column, {
      keyId: current,
      after,
      limit: maxTried,
    });
    for (const { bytes } of page) {
      const name = readKeyId(bytes) ?? 'none';
      if (cipher.decrypt(columnPurposes[column], bytes) === undefined) damaged.set(name, (damaged.get(name) ?? 0) + 1);
    }
    after = page.at(-1)?.key ?? null;
    if (after === null) break;
  }
  for (const { keyId, rows } of counts) {
    const name = keyId ?? 'none';
    const status = statuses.get(name) ?? emptyStatus(name, 'unknown');
    statuses.set(name, status);
    const unreadable = keyId === null ? 0 : (damaged.get(keyId) ?? 0);
    status.unreadable += unreadable;
    if (rows > unreadable) status.values[column] = rows - unreadable;
  }
}

async function addPendingErasures(deps: KeysDeps, statuses: Map<string, KeyStatus>): Promise<void> {
  for (const { keyId, readable } of await listPendingKeys(deps, deps.database.db)) {
    const status = statuses.get(keyId) ?? emptyStatus(keyId, 'unknown');
    statuses.set(keyId, status);
    // Without its key, an erasure cannot be continued.
    if (readable || status.role === 'unknown') {
      status.values.pending_erasures = (status.values.pending_erasures ?? 0) + 1;
    } else status.unreadable += 1;
  }
}

/** A fingerprint whose token is stored nowhere may be of any key that was in use when it was made. */
async function addTokens(deps: KeysDeps, statuses: Map<string, KeyStatus>): Promise<void> {
  const old = [...statuses.values()].filter(({ role }) => role === 'old');
  const retired = new Map<string, Date | undefined>();
  for (const { keyId } of old) retired.set(keyId, await readRetirement(deps.database.db, keyId));
  let after: readonly [string, string] | null = null;
  do {
    const page: Awaited<ReturnType<typeof readTokenKeys>> = await readTokenKeys(deps, after);
    for (const { keyId } of page.found) {
      const status = statuses.get(keyId);
      if (status) status.tokens += 1;
    }
    for (const { at } of page.unknown) {
      for (const status of old) {
        const until = retired.get(status.keyId);
        if (until === undefined || at <= until) status.tokens += 1;
      }
    }
    after = page.after;
  } while (after !== null);
}

async function checkRetirement({ database, clock }: KeysDeps, status: KeyStatus): Promise<void> {
  const retiredAt = await readRetirement(database.db, status.keyId);
  if (retiredAt === undefined) return;
  status.rotated = true;
  const { starts, pages, hasImports } = await readLatestLinkExpiry(database.db, retiredAt);
  // An expired start link still opens its migration for a while, and customer pages make new links by themselves.
  const afterPeriod = (at: Date) => at.getTime() + migrationLinkDays * 86_400_000;
  const expiries = [
    ...(starts ? [afterPeriod(starts)] : []),
    ...(pages ? [pages.getTime()] : []),
    ...(hasImports ? [afterPeriod(retiredAt)] : []),
  ].filter((ms) => ms > clock.now().getTime());
  if (expiries.length > 0) status.linksUntil = new Date(Math.max(...expiries)).toISOString();
  status.mayGo = Object.keys(status.values).length === 0 && status.tokens === 0 && expiries.length === 0;
}
