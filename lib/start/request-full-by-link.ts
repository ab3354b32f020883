import type { Caller } from '../contract/caller';
import { isImportId } from '../contract/import-id';
import { requestFullMigration } from '../sponsorship/request-full-migration';
import { findImportByToken } from '../store/imports/import-secrets';
import { getImport } from '../store/imports/imports';
import { tokenPurpose } from '../imports/creation/creation-deps';
import { createMigrationToken } from './migration-link';
import { readMigration } from './read-migration';
import type { StartDeps } from './start-deps';
import { checkOpenRateLimit } from './check-rate-limit';

/** Behind the customer's own link: we know who asks, so the request is verified. */
export async function requestFullByLink(
  deps: StartDeps,
  input: { caller: Caller; linkToken: string; message: string },
): Promise<'asked' | 'broken' | 'expired' | 'not_now'> {
  const opened = await readMigration(deps, input.linkToken);
  // One that was started again: the page it stood on leads to the new one.
  if (opened.kind === 'moved') return 'not_now';
  if (opened.kind !== 'migration') return opened.kind;
  if (opened.migration.full !== 'can_ask') return 'not_now';
  const name = opened.migration.username ?? 'customer';
  await requestFullMigration(deps.sponsorship, {
    caller: { ...input.caller, actor: { kind: 'customer', name } },
    environment: 'live',
    importId: opened.importId,
    source: 'customer',
    verified: true,
    message: input.message,
  });
  return 'asked';
}

/**
 * The page the operator sends customers to. A token that belongs to an import of ours proves who asks and opens their
 * own page; anything else is filed for an agent to match, and the answer is the same whether or not we know the name.
 */
export async function findByOperatorToken(deps: StartDeps, token: string): Promise<string | undefined> {
  if (token === '' || token.length > 1000) return undefined;
  const importId = await findImportByToken(deps.database.db, 'live', deps.cipher.fingerprints(tokenPurpose, token));
  return importId === undefined ? undefined : createMigrationToken(deps, importId);
}

export async function fileUnmatchedRequest(
  deps: StartDeps,
  input: {
    caller: Caller;
    username: string;
    tool: string;
    message: string;
    honeypot: string;
    /** What the operator's page gave: an id proves nothing, but helps whoever has to match it. */
    reference: string;
  },
): Promise<'filed' | 'busy'> {
  if (input.honeypot !== '' || !(await checkOpenRateLimit(deps, 'request', input.caller.address))) return 'busy';
  await requestFullMigration(deps.sponsorship, {
    caller: { ...input.caller, actor: { kind: 'customer', name: input.username } },
    environment: 'live',
    importId: null,
    source: 'operator_page',
    verified: false,
    username: input.username,
    tool: input.tool,
    message: `${input.message}\n${await referenceNote(deps, input.reference)}`.trim(),
  });
  return 'filed';
}

/** An identifier that we know is no secret and helps; anything else may be somebody's token, and is kept nowhere. */
async function referenceNote(deps: StartDeps, reference: string): Promise<string> {
  if (reference === '' || !isImportId(reference)) return '';
  return (await getImport(deps.database.db, 'live', reference)) ? `(sent here with import ${reference})` : '';
}
