import type { Caller } from '../contract/caller';
import { LandfallError, ServiceError } from '../core/errors';
import { createImport } from '../imports/creation/create-import';
import type { CreateFields } from '../service/service-client';
import { getAttempt, type AttemptRow } from '../store/creation-attempts';
import { getStartLink, tieStartLink } from '../store/start-links';
import { migrationToken } from './migration-link';
import type { StartParts } from './start-parts';
import { takeOpenStart } from './take-open-start';

export interface StartInput {
  caller: Caller;
  attempt: string;
  sourceTool: string;
  /** From a signed link; null in open mode. */
  linkToken: string | null;
  /** In open mode, what the customer typed. */
  username: string;
  /** A field that people never see. */
  honeypot: string;
}

export type Started =
  | { kind: 'leave'; migrationToken: string }
  | { kind: 'back'; attempt: string }
  | { kind: 'link'; why: 'broken' | 'expired' | 'off' }
  | { kind: 'busy' };

/**
 * A customer starts. It can never send `start_full`: the fields are put together here, from the link and the chosen
 * tool alone. Whatever goes wrong is kept with the attempt, and the page that comes back tells it.
 */
export async function startMigration(parts: StartParts, input: StartInput): Promise<Started> {
  if (parts.startPage === 'off') return { kind: 'link', why: 'off' };
  const wish =
    input.linkToken === null ? await openWish(parts, input) : await signedWish(parts, input, input.linkToken);
  if ('kind' in wish) return wish;
  try {
    const { attempt } = await createImport(parts, {
      caller: input.caller,
      environment: 'live',
      attempt: input.attempt,
      fields: wish.fields,
      linkId: wish.linkId,
    });
    if (attempt.importId === null) return { kind: 'back', attempt: attempt.id };
    if (wish.linkId !== null) {
      await tieStartLink(parts.database.db, wish.linkId, { importId: attempt.importId, at: parts.clock.now() });
    }
    return { kind: 'leave', migrationToken: migrationToken(parts, attempt.importId) };
  } catch (error) {
    if (error instanceof ServiceError && (await known(parts, input.attempt)))
      return { kind: 'back', attempt: input.attempt };
    throw error;
  }
}

interface Wish {
  fields: CreateFields;
  linkId: string | null;
}

async function signedWish(parts: StartParts, input: StartInput, token: string): Promise<Wish | Started> {
  const opened = parts.links.openStart(token);
  if (!opened.ok && opened.why === 'broken') return { kind: 'link', why: 'broken' };
  const { link } = opened;
  const row = await getStartLink(parts.database.db, link.id);
  if (row === undefined) return { kind: 'link', why: 'broken' };
  if (row.importId !== null) return { kind: 'leave', migrationToken: migrationToken(parts, row.importId) };
  if (!opened.ok) return { kind: 'link', why: 'expired' };
  if (link.tools !== null && !link.tools.includes(input.sourceTool)) {
    throw new LandfallError('invalid', {
      errors: [{ field: 'source_tool', message: 'This link is for other tools.' }],
    });
  }
  return {
    linkId: link.id,
    fields: {
      source_tool: input.sourceTool,
      destination_username: link.username,
      ...(link.instanceUrl === null ? {} : { destination_instance_url: link.instanceUrl }),
      ...(link.family === null ? {} : { family: link.family }),
    },
  };
}

async function openWish(parts: StartParts, input: StartInput): Promise<Wish | Started> {
  if (parts.startPage !== 'open') return { kind: 'link', why: 'broken' };
  // Somebody who fills in what nobody sees is told the same as everybody at a busy time.
  if (input.honeypot !== '') return { kind: 'busy' };
  const username = input.username.trim();
  if (username === '') {
    throw new LandfallError('invalid', { errors: [{ field: 'destination_username', message: 'Say who you are.' }] });
  }
  if (!(await takeOpenStart(parts, input.caller.address))) return { kind: 'busy' };
  return { linkId: null, fields: { source_tool: input.sourceTool, destination_username: username } };
}

async function known(parts: StartParts, attempt: string): Promise<AttemptRow | undefined> {
  return getAttempt(parts.database.db, attempt);
}
