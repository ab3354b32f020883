import { parseJson } from '../core/parse-json';
import { textsIn } from '../core/texts-in';
import { redirectPurpose, tokenPurpose } from '../imports/creation/creation-deps';
import { rawPurpose } from '../imports/observations/point-rows';
import { listTokenFingerprints, replaceTokenFingerprint, type TokenRow } from '../store/imports/import-secrets';
import { listCreationResponses } from '../store/imports/observations';
import type { KeysDeps } from './keys-deps';

type Cursor = readonly [string, string];

interface TokenKeys {
  after: Cursor | null;
  /** The token of these rows was found; `keyId` made the fingerprint. */
  found: { row: TokenRow; token: string; keyId: string }[];
  /** The token is stored nowhere, so the key of the fingerprint is not known. */
  unknown: TokenRow[];
}

const batchSize = 100;

/** Finds which key made each fingerprint of an import's token. */
export async function readTokenKeys(deps: KeysDeps, after: Cursor | null): Promise<TokenKeys> {
  const rows = await listTokenFingerprints(deps.database.db, { after, limit: batchSize });
  const result: TokenKeys = { after: null, found: [], unknown: [] };
  for (const row of rows) {
    const match = matchToken(deps, row, tokensInUrl(deps, row)) ?? matchToken(deps, row, await tokensInRaw(deps, row));
    if (match) result.found.push({ row, ...match });
    else result.unknown.push(row);
  }
  const last = rows.at(-1);
  if (last && rows.length === batchSize) result.after = [last.environment, last.importId];
  return result;
}

/** Computes the next fingerprints again with the first key, where the token is still known. */
export async function rotateTokens(deps: KeysDeps, after: Cursor | null) {
  const current = deps.cipher.keyId;
  const { after: next, found } = await readTokenKeys(deps, after);
  const changed: Record<string, number> = {};
  const old = found.filter(({ keyId }) => keyId !== current);
  await deps.database.transaction(async (tx) => {
    for (const { row, token, keyId } of old) {
      await replaceTokenFingerprint(tx, row, deps.cipher.fingerprint(tokenPurpose, token));
      changed[keyId] = (changed[keyId] ?? 0) + 1;
    }
  });
  return { after: next, changed, unreadable: [] };
}

function matchToken({ cipher }: KeysDeps, row: TokenRow, candidates: readonly string[]) {
  for (const token of candidates) {
    const keyId = cipher.keyIds[cipher.fingerprints(tokenPurpose, token).indexOf(row.fingerprint)];
    if (keyId !== undefined) return { token, keyId };
  }
  return undefined;
}

function tokensInUrl({ cipher }: KeysDeps, { redirectUrlEncrypted }: TokenRow): string[] {
  const url = redirectUrlEncrypted && cipher.decrypt(redirectPurpose, redirectUrlEncrypted)?.toString('utf8');
  if (!url || !URL.canParse(url)) return [];
  const { pathname, searchParams } = new URL(url);
  return [...pathname.split('/').reverse(), ...searchParams.values()].filter((text) => text !== '');
}

/** Some services send the token beside the redirect URL. */
async function tokensInRaw({ cipher, database }: KeysDeps, { environment, importId }: TokenRow): Promise<string[]> {
  const responses = await listCreationResponses(database.db, environment, importId);
  return responses.flatMap((encrypted) =>
    Array.from(textsIn(parseJson(cipher.decrypt(rawPurpose, encrypted)?.toString('utf8') ?? '')), ({ text }) => text),
  );
}
