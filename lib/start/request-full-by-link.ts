import type { Caller } from '../contract/caller';
import { isImportId } from '../contract/import-id';
import type { Language } from '../contract/languages';
import { languageSchema, type FullMigrationForm, type ToolSearchFields } from '../contract/start';
import { LandfallError } from '../core/errors';
import { requestFullMigration } from '../sponsorship/request-full-migration';
import { findAttemptByImport } from '../store/imports/creation-attempts';
import { findImportByToken } from '../store/imports/import-secrets';
import { getImport } from '../store/imports/imports';
import { getStartLink } from '../store/imports/start-links';
import { findOpenRequest } from '../store/sponsorship/full-requests';
import { deleteHits } from '../store/staff/throttle';
import { tokenPurpose } from '../imports/creation/creation-deps';
import { issueMigrationToken } from './customer-links';
import { deriveId } from './derive-id';
import { readMigration } from './read-migration';
import type { StartDeps } from './start-deps';
import { checkOpenRateLimit, countGuess } from './check-rate-limit';

/** Verified, because the customer used their own link. With `not_now`, the message is not stored. */
export async function requestFullByLink(
  deps: StartDeps,
  input: { caller: Caller; linkToken: string; message: string },
): Promise<'asked' | 'broken' | 'expired' | 'not_now'> {
  const opened = await readMigration(deps, input.linkToken);
  // The page leads to the new migration.
  if (opened.kind === 'moved') return 'not_now';
  if (opened.kind !== 'migration') return opened.kind;
  const { migration, importId } = opened;
  if (migration.situation.actions.includes('request')) {
    const { added } = await requestFullMigration(deps.sponsorship, {
      caller: { ...input.caller, actor: { kind: 'customer', name: migration.username ?? 'customer' } },
      environment: 'live',
      importId,
      source: 'customer',
      verified: true,
      message: input.message,
    }).catch(ifImpossible);
    if (added) return 'asked';
  }
  // A double click sends the same twice.
  const open = await findOpenRequest(deps.database.db, 'live', importId);
  return open?.message === input.message ? 'asked' : 'not_now';
}

/** The status, or the decision, has changed since the page was read. */
function ifImpossible(error: unknown): { added: false } {
  if (error instanceof LandfallError && (error.code === 'conflict' || error.code === 'not_found'))
    return { added: false };
  throw error;
}

/**
 * The service sends customers here. A token of one of our imports proves who they are. `language` is that of the start
 * link.
 */
export async function findByOperatorToken(
  deps: StartDeps,
  { token, address }: { token: string; address: string },
): Promise<{ migrationToken: string; language: Language | null } | undefined> {
  if (token === '' || token.length > 1000) return undefined;
  // Counted before the lookup, so that concurrent guesses on all instances count.
  const hitIds = await countGuess(deps, address);
  if (hitIds === undefined) return undefined;
  const importId = await findImportByToken(deps.database.db, 'live', deps.cipher.fingerprints(tokenPurpose, token));
  if (importId === undefined) return undefined;
  await deps.database.transaction((tx) => deleteHits(tx, hitIds));
  return {
    migrationToken: issueMigrationToken(deps, importId),
    language: await findLinkLanguage(deps, importId),
  };
}

async function findLinkLanguage({ database: { db } }: StartDeps, importId: string): Promise<Language | null> {
  const attempt = await findAttemptByImport(db, 'live', importId);
  const link = attempt?.linkId ? await getStartLink(db, attempt.linkId) : undefined;
  return languageSchema.safeParse(link?.language).data ?? null;
}

export async function fileUnmatchedRequest(
  deps: StartDeps,
  input: Omit<FullMigrationForm, 'tool' | 'language' | keyof ToolSearchFields> & { tool: string; caller: Caller },
): Promise<{ kind: 'filed'; id: string } | { kind: 'busy' | 'page' }> {
  // The page now says that customers buy it.
  if (deps.whoPays === 'customer') return { kind: 'page' };
  // People do not see the field `website`; bots fill it in.
  if (input.website !== '' || !(await checkOpenRateLimit(deps, 'request', input.caller.address)))
    return { kind: 'busy' };
  const { attempt, username, tool, message, reference } = input;
  const { id } = await requestFullMigration(deps.sponsorship, {
    id: deriveId([attempt ?? deps.sponsorship.newId(), username, tool, message, reference]),
    caller: { ...input.caller, actor: { kind: 'customer', name: username } },
    environment: 'live',
    importId: null,
    source: 'operator_page',
    verified: false,
    username,
    tool,
    message: `${message}\n${await referenceNote(deps, reference)}`.trim(),
  });
  return { kind: 'filed', id };
}

/** A known import id is not secret. Anything else may be a token and is not stored. */
async function referenceNote(deps: StartDeps, reference: string): Promise<string> {
  if (reference === '' || !isImportId(reference)) return '';
  return (await getImport(deps.database.db, 'live', reference)) ? `(sent here with import ${reference})` : '';
}
