import { z } from 'zod';
import { actorName } from '../../contract/caller';
import { LandfallError } from '../../core/errors';
import {
  findStandingOfLink,
  findStandingOfVisitor,
  getAttempt,
  listOpenAttemptsOf,
  lockAttempts,
  moveAttempt,
  recordAttempt,
  type AttemptRow,
} from '../../store/creation-attempts';
import type { Db } from '../../store/database';
import { abandonAttempt } from './abandon-attempt';
import { attemptLeaseMs, type CreationInput, type CreationParts } from './creation-parts';

export const knownIdsSchema = z.array(z.string()).nullable();

/**
 * Writes the attempt down, then finds out which ids the service already knows under the username, so that a lost
 * answer can be told from no answer. Returns the row to send under, or the attempt as somebody else left it.
 */
export async function beginAttempt(
  parts: CreationParts,
  input: CreationInput,
): Promise<{ send: boolean; row: AttemptRow }> {
  const begun = await parts.database.transaction(async (tx) => {
    await lockAttempts(tx, exclusiveFor(input));
    const same = await getAttempt(tx, input.attempt);
    if (same) {
      if (!sameWish(same, input)) throw usedForSomethingElse();
      return { row: same, added: false };
    }
    const standing = await findStanding(tx, input);
    if (standing && standing.id !== input.replaces) return { row: standing, added: false };
    if (input.replaces) await abandonAttempt(parts, tx, { ...input, attempt: input.replaces, by: input.attempt });
    return recordAttempt(tx, toRow(parts, input));
  });
  if (!begun.added) return { send: false, row: await waitForOutcome(parts, begun.row) };
  const knownIds = await knownIdsOf(parts, input);
  const sending = await moveAttempt(parts.database.db, {
    id: begun.row.id,
    from: ['recorded'],
    to: 'sending',
    set: { knownIds, sentAt: parts.clock.now() },
    leaseForMs: attemptLeaseMs,
  });
  if (!sending) throw new LandfallError('conflict', { person: 'This attempt took too long to begin. Try again.' });
  return { send: true, row: sending };
}

function exclusiveFor({ linkId, visitorId, environment, fields }: CreationInput): string {
  if (linkId) return `link ${linkId}`;
  if (visitorId) return `visitor ${visitorId}`;
  return `customer ${environment} ${fields.destination_username ?? ''}`;
}

/**
 * What stands in the way of a second import. A link and a visitor get back what they have: two tabs, one import. Staff
 * are told instead that somebody's answer is still out; that a finished import exists is shown to them by the wizard.
 */
async function findStanding(tx: Db, input: CreationInput): Promise<AttemptRow | undefined> {
  const username = input.fields.destination_username;
  if (input.linkId) return findStandingOfLink(tx, input.linkId);
  if (input.visitorId && username !== undefined) {
    return findStandingOfVisitor(tx, input.visitorId, { username, tool: input.fields.source_tool });
  }
  if (input.caller.actor.kind !== 'staff' || input.environment !== 'live' || username === undefined) return undefined;
  const open = await listOpenAttemptsOf(tx, 'live', username, { tool: input.fields.source_tool });
  const [other] = open.filter((row) => row.id !== input.replaces);
  if (!other) return undefined;
  throw new LandfallError('conflict', {
    person:
      other.state === 'unknown'
        ? `${other.by} has sent this already, and its answer was lost. Settle that one first: it is listed on this page.`
        : `${other.by} is just creating this import. Wait a moment and look again.`,
  });
}

function toRow(parts: CreationParts, input: CreationInput): Parameters<typeof recordAttempt>[1] {
  const { fields } = input;
  const now = parts.clock.now();
  return {
    id: input.attempt,
    environment: input.environment,
    username: fields.destination_username ?? null,
    tool: fields.source_tool,
    family: fields.family ?? null,
    instanceUrl: fields.destination_instance_url ?? null,
    startFull: fields.start_full ?? false,
    state: 'recorded',
    by: actorName(input.caller.actor),
    staffId: input.caller.actor.kind === 'staff' ? input.caller.actor.id : null,
    linkId: input.linkId ?? null,
    visitorId: input.visitorId ?? null,
    createdAt: now,
    leaseUntil: new Date(now.getTime() + attemptLeaseMs),
  };
}

function usedForSomethingElse(): LandfallError {
  return new LandfallError('conflict', { person: 'This attempt was used for something else. Load the page again.' });
}

function sameWish(row: AttemptRow, { fields, environment, linkId }: CreationInput): boolean {
  return (
    row.environment === environment &&
    row.tool === fields.source_tool &&
    row.username === (fields.destination_username ?? null) &&
    row.startFull === (fields.start_full ?? false) &&
    row.linkId === (linkId ?? null)
  );
}

/** A second click waits for what the first one comes to, rather than making a second import. */
async function waitForOutcome(parts: CreationParts, row: AttemptRow): Promise<AttemptRow> {
  const untilMs = parts.clock.now().getTime() + attemptLeaseMs;
  let current = row;
  while ((current.state === 'recorded' || current.state === 'sending') && parts.clock.now().getTime() < untilMs) {
    await parts.clock.sleep(250);
    current = (await getAttempt(parts.database.db, row.id)) ?? current;
  }
  return current;
}

/** The sandbox creates nothing and answers lists with fixed examples, so there is nothing to compare with. */
async function knownIdsOf(parts: CreationParts, input: CreationInput): Promise<string[] | null> {
  const username = input.fields.destination_username;
  if (username === undefined || input.environment === 'sandbox') return null;
  try {
    const answer = await parts.client.listImports({
      environment: input.environment,
      lane: input.lane ?? 'people',
      requestId: input.caller.requestId,
      username,
    });
    return answer.value.map((listed) => listed.id);
  } catch (error) {
    // Nothing was asked for yet, so nothing can have been made.
    await moveAttempt(parts.database.db, {
      id: input.attempt,
      from: ['recorded'],
      to: 'not_created',
      set: { message: error instanceof LandfallError ? error.person : 'The service could not be asked.' },
      leaseForMs: null,
    });
    throw error;
  }
}
