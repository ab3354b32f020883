import { z } from 'zod';
import { actorName, type Caller } from '../../contract/caller';
import type { Environment } from '../../contract/environment';
import { LandfallError } from '../../core/errors';
import type { CreateFields } from '../../service/service-client';
import { getAttempt, moveAttempt, recordAttempt, type AttemptRow } from '../../store/creation-attempts';
import { attemptLeaseMs, type CreationParts } from './creation-parts';

export interface CreationInput {
  caller: Caller;
  environment: Environment;
  /** Made once by the page that asks: the same attempt sent twice makes one import. */
  attempt: string;
  fields: CreateFields;
  linkId?: string | null;
  visitorId?: string | null;
}

export const knownIdsSchema = z.array(z.string()).nullable();

/**
 * Writes the attempt down, then finds out which ids the service already knows under the username, so that a lost
 * answer can be told from no answer. Returns the row to send under, or the attempt as somebody else left it.
 */
export async function beginAttempt(
  parts: CreationParts,
  input: CreationInput,
): Promise<{ send: boolean; row: AttemptRow }> {
  const { fields, environment } = input;
  const { row, added } = await recordAttempt(parts.database.db, {
    id: input.attempt,
    environment,
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
    createdAt: parts.clock.now(),
    leaseUntil: new Date(parts.clock.now().getTime() + attemptLeaseMs),
  });
  if (!added) {
    if (!sameWish(row, input)) {
      throw new LandfallError('conflict', { person: 'This attempt was used for something else. Load the page again.' });
    }
    return { send: false, row: await waitForOutcome(parts, row) };
  }
  const knownIds = await knownIdsOf(parts, input);
  const sending = await moveAttempt(parts.database.db, {
    id: row.id,
    from: ['recorded'],
    to: 'sending',
    set: { knownIds, sentAt: parts.clock.now() },
    leaseForMs: attemptLeaseMs,
  });
  if (!sending) throw new LandfallError('conflict', { person: 'This attempt took too long to begin. Try again.' });
  return { send: true, row: sending };
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
      lane: 'people',
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
