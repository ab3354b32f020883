import type { Caller } from '../contract/caller';
import { languageSchema } from '../contract/start';
import { readRedirectUrl } from '../imports/creation/create-import';
import { findAttemptByImport, findSuccessor, type AttemptRow } from '../store/imports/creation-attempts';
import { listContacts } from '../store/outbox/contacts';
import { openMigrationLink } from './open-migration-link';
import { sendStartRequest, type StartResult } from './start-migration';
import type { StartDeps } from './start-deps';
import { checkLinkRateLimit } from './check-rate-limit';

/** The service cannot return a lost redirect URL again, so the customer may replace that import by a new one. */
export async function startAgain(
  deps: StartDeps,
  input: { caller: Caller; linkToken: string; attempt: string },
): Promise<StartResult> {
  const opened = await openMigrationLink(deps, input.linkToken);
  if (!opened.ok) return { kind: 'page' };
  const { importId } = opened.link;
  const before = (await findRestartable(deps, importId)) ?? (await findReplacedBy(deps, importId, input.attempt));
  if (!before) return { kind: 'page' };
  if (!(await checkLinkRateLimit(deps, `again ${importId}`))) return { kind: 'busy' };
  const [contact] = await listContacts(deps.database.db, [importId]);
  return sendStartRequest(deps, {
    caller: input.caller,
    attempt: input.attempt,
    replaces: before.id,
    linkId: before.linkId,
    origin: opened.link,
    visitorId: before.visitorId,
    // A stored contact is copied once the new import exists.
    contactEmail: contact ? null : before.contactEmail,
    language: languageSchema.safeParse(contact?.language ?? before.language).data ?? null,
    fields: {
      source_tool: before.tool,
      ...(before.username === null ? {} : { destination_username: before.username }),
      ...(before.instanceUrl === null ? {} : { destination_instance_url: before.instanceUrl }),
      ...(before.family === null ? {} : { family: before.family }),
    },
  });
}

/** Sent twice: the first request replaced the import already, and the second gets the same result. */
async function findReplacedBy(deps: StartDeps, importId: string, attempt: string): Promise<AttemptRow | undefined> {
  const replaced = await findAttemptByImport(deps.database.db, 'live', importId);
  return replaced?.replacedBy === attempt ? replaced : undefined;
}

async function findRestartable(deps: StartDeps, importId: string): Promise<AttemptRow | undefined> {
  const attempt = await findAttemptByImport(deps.database.db, 'live', importId);
  if (!(await isRestartable(deps, attempt))) return undefined;
  return (await readRedirectUrl(deps, 'live', importId)) === null ? attempt : undefined;
}

/** If there is no redirect URL. */
export async function isRestartable(
  { database: { db } }: StartDeps,
  attempt: AttemptRow | undefined,
): Promise<boolean> {
  // Its username was that of another customer, and was erased.
  if (attempt?.state !== 'adopted' || attempt.startFull || attempt.username === null) return false;
  return (await findSuccessor(db, attempt)) === undefined;
}
