import type { Caller } from '../contract/caller';
import { LandfallError, ServiceError } from '../core/errors';
import { createImport } from '../imports/creation/create-import';
import type { CreationInput } from '../imports/creation/creation-parts';
import { getAttempt } from '../store/creation-attempts';
import { getStartLink } from '../store/start-links';
import { migrationToken } from './migration-link';
import { isLongExpired } from './open-start-link';
import type { StartParts } from './start-parts';
import { takeLinkTurn, takeOpenTurn } from './take-turn';
import { whereLinkLeads } from './where-link-leads';

export interface StartInput {
  caller: Caller;
  attempt: string;
  sourceTool: string;
  /** From a signed link; null in open mode. */
  linkToken: string | null;
  /** In open mode, what the customer typed. */
  username: string;
  /** In open mode, the same browser: its two tabs make one import. */
  visitorId: string | null;
  /** A field that people never see. */
  honeypot: string;
  /** An attempt whose answer was lost, and which the customer knowingly leaves behind. */
  again: string | null;
}

export type Started =
  | { kind: 'leave'; migrationToken: string }
  /** To the form, which tells what became of this attempt. */
  | { kind: 'back'; attempt: string }
  | { kind: 'missing'; field: 'tool' | 'username' }
  /** To the page itself, which says why there is nothing to start. */
  | { kind: 'page' }
  | { kind: 'busy' };

/**
 * A customer starts. It can never send `start_full`: the fields are put together here, from the link and the chosen
 * tool alone. Whatever goes wrong is kept with the attempt, and the page that comes back tells it.
 */
export async function startMigration(parts: StartParts, input: StartInput): Promise<Started> {
  if (parts.startPage === 'off') return { kind: 'page' };
  const wish =
    input.linkToken === null ? await openWish(parts, input) : await signedWish(parts, input, input.linkToken);
  return 'kind' in wish ? wish : sendWish(parts, { ...wish, caller: input.caller, attempt: input.attempt });
}

type Wish = Pick<CreationInput, 'fields' | 'linkId' | 'visitorId' | 'replaces' | 'lane'>;

export async function sendWish(
  parts: StartParts,
  wish: Wish & Pick<CreationInput, 'caller' | 'attempt'>,
): Promise<Started> {
  try {
    const { attempt } = await createImport(parts, { ...wish, environment: 'live' });
    if (attempt.importId === null) return { kind: 'back', attempt: attempt.id };
    return { kind: 'leave', migrationToken: migrationToken(parts, attempt.importId) };
  } catch (error) {
    if (error instanceof ServiceError && (await getAttempt(parts.database.db, wish.attempt)))
      return { kind: 'back', attempt: wish.attempt };
    // A page out of date: used for another tool before, or left behind in another tab. It is simply drawn again.
    if (error instanceof LandfallError && error.code === 'conflict') return { kind: 'page' };
    throw error;
  }
}

async function signedWish(parts: StartParts, input: StartInput, token: string): Promise<Wish | Started> {
  const opened = parts.links.openStart(token);
  if (!opened.ok && opened.why === 'broken') return { kind: 'page' };
  const { link } = opened;
  if ((await getStartLink(parts.database.db, link.id)) === undefined) return { kind: 'page' };
  const leads = await whereLinkLeads(parts, link);
  if (leads.to === 'import' && !isLongExpired(parts, link)) {
    return { kind: 'leave', migrationToken: migrationToken(parts, leads.importId) };
  }
  if (!opened.ok || leads.to === 'used' || leads.to === 'import') return { kind: 'page' };
  if (leads.to === 'lost' && leads.attempt.id !== input.again) return { kind: 'back', attempt: leads.attempt.id };
  if (input.sourceTool === '' || (link.tools !== null && !link.tools.includes(input.sourceTool))) {
    return { kind: 'missing', field: 'tool' };
  }
  if (!(await takeLinkTurn(parts, link.id))) return { kind: 'busy' };
  return {
    linkId: link.id,
    replaces: leads.to === 'lost' ? leads.attempt.id : (leads.over?.id ?? null),
    fields: {
      source_tool: input.sourceTool,
      destination_username: link.username,
      ...(link.instanceUrl === null ? {} : { destination_instance_url: link.instanceUrl }),
      ...(link.family === null ? {} : { family: link.family }),
    },
  };
}

async function openWish(parts: StartParts, input: StartInput): Promise<Wish | Started> {
  if (parts.startPage !== 'open') return { kind: 'page' };
  // Somebody who fills in what nobody sees is told the same as everybody at a busy time.
  if (input.honeypot !== '') return { kind: 'busy' };
  const username = input.username.trim();
  if (username === '') return { kind: 'missing', field: 'username' };
  if (input.sourceTool === '') return { kind: 'missing', field: 'tool' };
  if (!(await takeOpenTurn(parts, 'start', input.caller.address))) return { kind: 'busy' };
  return {
    linkId: null,
    visitorId: input.visitorId,
    replaces: await ownLostAttempt(parts, input),
    // Strangers come after staff, who have a customer on the phone.
    lane: 'watcher',
    fields: { source_tool: input.sourceTool, destination_username: username },
  };
}

/** Only what this very browser has lost can be left behind. */
async function ownLostAttempt(parts: StartParts, { again, visitorId, username }: StartInput): Promise<string | null> {
  if (again === null || visitorId === null) return null;
  const row = await getAttempt(parts.database.db, again);
  const own = row?.visitorId === visitorId && row.username === username.trim() && row.state === 'unknown';
  return own ? row.id : null;
}
