import type { Caller } from '../contract/caller';
import { isMailAddress, normaliseMailAddress } from '../contract/mail-address';
import type { StartFormFields } from '../contract/start';
import { LandfallError, ServiceError } from '../core/errors';
import { createImport } from '../imports/creation/create-import';
import { isUnavailable } from '../imports/creation/may-start-again';
import { recordInvalidAttempt } from '../imports/creation/record-invalid-attempt';
import type { CreationInput } from '../imports/creation/creation-deps';
import { findAttemptByVisitor, getAttempt } from '../store/imports/creation-attempts';
import { getImport } from '../store/imports/imports';
import { getStartLink } from '../store/imports/start-links';
import { issueMigrationToken, type LinkOrigin, readStartToken } from './customer-links';
import { findLinkTarget, isPastResumePeriod, originOf } from './open-start-link';
import type { StartDeps } from './start-deps';
import { checkLinkRateLimit, checkOpenRateLimit } from './check-rate-limit';

interface StartInput {
  caller: Caller;
  form: StartFormFields;
  /** Open mode: identifies the browser, so that two tabs create one import. */
  visitorId: string | null;
}

export type StartResult =
  /** `hasLink`: false in open mode, where a cookie replaces the link. */
  | { kind: 'leave'; migrationToken: string; hasLink: boolean }
  | { kind: 'back'; attempt: string }
  | { kind: 'missing'; fields: ('tool' | 'username')[] }
  /** The page shows why nothing can be started. */
  | { kind: 'page' }
  | { kind: 'busy' };

/** Never sends `start_full`: the fields are built here from the link and the chosen tool only. */
export async function startMigration(deps: StartDeps, input: StartInput): Promise<StartResult> {
  if (deps.startPage === 'off') return { kind: 'page' };
  const { caller, form } = input;
  const request =
    form.link === undefined ? await requestFromOpenForm(deps, input) : await requestFromLink(deps, form, form.link);
  if ('kind' in request) return request;
  const contactEmail = readContactEmail(deps, form, request);
  return sendStartRequest(deps, { ...request, contactEmail, caller, attempt: form.attempt });
}

/** Not asked for with a link whose username is an address. */
function readContactEmail(deps: StartDeps, form: StartFormFields, { linkId, fields }: StartRequest): string | null {
  const email = normaliseMailAddress(form.contact_email ?? '');
  const username = normaliseMailAddress(fields.destination_username ?? '');
  const isAsked = deps.mailMode !== 'off' && !(linkId && isMailAddress(username));
  return isAsked && email !== '' && email !== username ? email : null;
}

type StartRequest = Pick<
  CreationInput,
  'fields' | 'linkId' | 'visitorId' | 'replaces' | 'lane' | 'contactEmail' | 'language'
>;

export async function sendStartRequest(
  deps: StartDeps,
  request: StartRequest & Pick<CreationInput, 'caller' | 'attempt'> & { origin?: LinkOrigin },
): Promise<StartResult> {
  try {
    const { origin, ...given } = request;
    const creation = { ...given, environment: 'live' } as const;
    if (creation.contactEmail && !isMailAddress(creation.contactEmail)) {
      // The page says it in the customer's language.
      const { id } = await recordInvalidAttempt(deps, creation, [{ field: 'contact_email', message: '' }]);
      return { kind: 'back', attempt: id };
    }
    const { attempt } = await createImport(deps, creation);
    if (attempt.importId === null) return { kind: 'back', attempt: attempt.id };
    const migrationToken = issueMigrationToken(deps, attempt.importId, origin ?? originOf(attempt));
    return { kind: 'leave', migrationToken, hasLink: attempt.visitorId === null };
  } catch (error) {
    if (error instanceof ServiceError && (await getAttempt(deps.database.db, request.attempt)))
      return { kind: 'back', attempt: request.attempt };
    // A stale page, used for another tool or replaced in another tab: render it again.
    if (error instanceof LandfallError && error.code === 'conflict') return { kind: 'page' };
    throw error;
  }
}

async function requestFromLink(
  deps: StartDeps,
  form: StartFormFields,
  token: string,
): Promise<StartRequest | StartResult> {
  const opened = readStartToken(deps, token);
  if (!opened.ok && opened.reason === 'broken') return { kind: 'page' };
  const { link } = opened;
  const row = await getStartLink(deps.database.db, link.id);
  if (row === undefined || row.revokedAt !== null) return { kind: 'page' };
  const target = await findLinkTarget(deps, link);
  if (target.to === 'import' && !isPastResumePeriod(deps, link)) {
    const migrationToken = issueMigrationToken(deps, target.importId, { startLinkId: link.id });
    return { kind: 'leave', migrationToken, hasLink: true };
  }
  if (!opened.ok || target.to === 'used' || target.to === 'import') return { kind: 'page' };
  if (target.to === 'lost' && target.attempt.id !== form.again) return { kind: 'back', attempt: target.attempt.id };
  if (form.source_tool === '' || (link.tools !== null && !link.tools.includes(form.source_tool))) {
    return { kind: 'missing', fields: ['tool'] };
  }
  if (!(await checkLinkRateLimit(deps, link.id))) return { kind: 'busy' };
  return {
    linkId: link.id,
    language: form.language ?? link.language,
    replaces: target.to === 'lost' ? target.attempt.id : (target.replaces?.id ?? null),
    fields: {
      source_tool: form.source_tool,
      destination_username: link.username,
      ...(link.instanceUrl === null ? {} : { destination_instance_url: link.instanceUrl }),
      ...(link.family === null ? {} : { family: link.family }),
    },
  };
}

async function requestFromOpenForm(deps: StartDeps, input: StartInput): Promise<StartRequest | StartResult> {
  const { caller, form, visitorId } = input;
  if (deps.startPage !== 'open') return { kind: 'page' };
  // Bots get the same response as people at a busy time.
  if (form.website !== '') return { kind: 'busy' };
  const username = form.destination_username.trim();
  const missing = [
    ...(form.source_tool === '' ? (['tool'] as const) : []),
    ...(username === '' ? (['username'] as const) : []),
  ];
  if (missing.length > 0) return { kind: 'missing', fields: missing };
  if (!(await checkOpenRateLimit(deps, 'start', caller.address))) return { kind: 'busy' };
  return {
    linkId: null,
    visitorId,
    language: form.language ?? null,
    replaces: await findReplaceable(deps, input),
    // Staff on the phone take precedence.
    lane: 'poller',
    fields: { source_tool: form.source_tool, destination_username: username },
  };
}

/** An attempt of the same browser whose response was lost, or whose import is no longer available. */
async function findReplaceable(deps: StartDeps, { form, visitorId }: StartInput): Promise<string | null> {
  if (visitorId === null) return null;
  const { db } = deps.database;
  const username = form.destination_username.trim();
  const lost = form.again === undefined ? undefined : await getAttempt(db, form.again);
  if (lost?.visitorId === visitorId && lost.username === username && lost.state === 'unknown') return lost.id;
  const last = await findAttemptByVisitor(db, visitorId, { username, tool: form.source_tool });
  const record = last?.importId ? await getImport(db, 'live', last.importId) : undefined;
  return last && record && isUnavailable(record) ? last.id : null;
}
