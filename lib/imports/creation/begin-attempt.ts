import { actorName, type Caller } from '../../contract/caller';
import { LandfallError } from '../../core/errors';
import {
  findAttemptByLink,
  findAttemptByVisitor,
  findSuccessor,
  getAttempt,
  listOpenAttempts,
  lockAttempts,
  moveAttempt,
  recordAttempt,
  setSuccessor,
  type AttemptRow,
} from '../../store/imports/creation-attempts';
import type { Db } from '../../store/database/database';
import { lockErasures } from '../../store/data-protection/erasures';
import { getImport } from '../../store/imports/imports';
import { withoutErasedContact } from '../erasures/find-erased-contact';
import { refuseWhileErasing } from '../erasures/lift-erasure';
import { finishedStatuses } from '../recognise-status';
import { attemptLeaseMs, requesterOf, type CreationInput, type CreationDeps } from './creation-deps';
import { isUnavailable, mayAbandon } from './may-start-again';

/** Lists the imports first, so that a lost response can be settled. `send` is false if the attempt exists already. */
export async function beginAttempt(
  deps: CreationDeps,
  input: CreationInput,
): Promise<{ send: boolean; row: AttemptRow }> {
  const begun = await deps.database.transaction(async (tx) => {
    await lockAttempts(tx, lockKeyOf(input));
    const same = await getAttempt(tx, input.attempt);
    if (same) {
      if (!isSameRequest(same, input)) {
        throw new LandfallError(
          'conflict',
          'This form was already sent with other values. Check the customer’s imports, then send it again.',
        );
      }
      return { row: same, added: false };
    }
    const existing = await findExistingAttempt(tx, input);
    if (existing && existing.id !== input.replaces) return { row: existing, added: false };
    const username = input.fields.destination_username;
    await lockErasures(tx, 'shared');
    if (username !== undefined) await refuseWhileErasing(deps, tx, username);
    if (input.replaces) await claimReplaced(tx, { ...input, attempt: input.replaces, by: input.attempt });
    return recordAttempt(tx, toAttemptRow(deps, await withoutErasedContact(deps, tx, input)));
  });
  if (!begun.added) return { send: false, row: await waitForOutcome(deps, begun.row) };
  const knownIds = await readKnownIds(deps, input);
  const sending = await moveAttempt(deps.database.db, {
    id: begun.row.id,
    from: ['recorded'],
    to: 'sending',
    set: { knownIds, sentAt: deps.clock.now() },
    leaseForMs: attemptLeaseMs,
  });
  if (!sending) throw new LandfallError('conflict', 'This attempt took too long to begin. Try again.');
  return { send: true, row: sending };
}

function lockKeyOf({ linkId, visitorId, environment, fields }: CreationInput): string {
  if (linkId) return `link ${linkId}`;
  if (visitorId) return `visitor ${visitorId}`;
  return `customer ${environment} ${fields.destination_username?.toLowerCase() ?? ''}`;
}

/**
 * Customers get their existing attempt back, so two tabs make one import. In open mode they start another one after the
 * migration was completed or undone. Staff and keys get a conflict while one is open.
 */
async function findExistingAttempt(tx: Db, input: CreationInput): Promise<AttemptRow | undefined> {
  const username = input.fields.destination_username;
  if (input.linkId) return findAttemptByLink(tx, input.linkId);
  if (input.visitorId && username !== undefined) {
    const found = await findAttemptByVisitor(tx, input.visitorId, { username, tool: input.fields.source_tool });
    const record = found?.importId ? await getImport(tx, found.environment, found.importId) : undefined;
    return finishedStatuses.includes(record?.statusKey ?? '') ? undefined : found;
  }
  const { kind } = input.caller.actor;
  if ((kind !== 'staff' && kind !== 'key') || input.environment !== 'live' || username === undefined) return undefined;
  const open = await listOpenAttempts(tx, 'live', username, { tool: input.fields.source_tool });
  const other = open.find((row) => row.id !== input.replaces);
  if (!other) return undefined;
  throw new LandfallError('conflict', {
    userMessage:
      other.state === 'unknown'
        ? `${other.by} has already sent this, and no reply arrived. Settle that attempt first: it is listed on this page.`
        : `${other.by} is creating this import right now. Wait a moment, then try again.`,
  });
}

/**
 * The old attempt keeps its state until the new one has an import, so there is nothing to restore if it fails. A `start_full`
 * attempt cannot be replaced: sponsorship settles its decision.
 */
async function claimReplaced(
  tx: Db,
  input: Pick<CreationInput, 'environment' | 'fields'> & { attempt: string; by: string },
): Promise<void> {
  const row = await getAttempt(tx, input.attempt);
  const record = row?.importId ? await getImport(tx, row.environment, row.importId) : undefined;
  const canReplace =
    row !== undefined &&
    row.environment === input.environment &&
    row.username === (input.fields.destination_username ?? null) &&
    !row.startFull &&
    (row.state === 'unknown' ||
      (row.state === 'adopted' && record !== undefined && mayAbandon(record)) ||
      (row.state === 'created' && record !== undefined && isUnavailable(record))) &&
    (await findSuccessor(tx, row)) === undefined;
  if (!canReplace || !(await setSuccessor(tx, row, input.by))) {
    throw new LandfallError(
      'conflict',
      'This attempt was settled or its import has moved on, so it is not replaced. Check the customer’s imports.',
    );
  }
}

export function toAttemptRow(deps: CreationDeps, input: CreationInput): Parameters<typeof recordAttempt>[1] {
  const { fields } = input;
  const now = deps.clock.now();
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
    contactEmail: input.contactEmail ?? null,
    language: input.language ?? null,
    createdAt: now,
    leaseUntil: new Date(now.getTime() + attemptLeaseMs),
  };
}

/** The result has the migration link, so only the author of the attempt gets it. */
export function isOwnAttempt(row: AttemptRow, { actor }: Caller): boolean {
  if (actor.kind === 'staff') return row.staffId === actor.id;
  return row.staffId === null && row.by === actorName(actor);
}

function isSameRequest(row: AttemptRow, { caller, fields, environment, linkId }: CreationInput): boolean {
  return (
    isOwnAttempt(row, caller) &&
    row.environment === environment &&
    row.tool === fields.source_tool &&
    row.username === (fields.destination_username ?? null) &&
    row.startFull === (fields.start_full ?? false) &&
    row.linkId === (linkId ?? null)
  );
}

/** A second click waits for the outcome of the first instead of creating a second import. */
async function waitForOutcome(deps: CreationDeps, row: AttemptRow): Promise<AttemptRow> {
  const untilMs = deps.clock.now().getTime() + attemptLeaseMs;
  let current = row;
  while ((current.state === 'recorded' || current.state === 'sending') && deps.clock.now().getTime() < untilMs) {
    await deps.clock.sleep(250);
    current = (await getAttempt(deps.database.db, row.id)) ?? current;
  }
  return current;
}

/** Null in the sandbox: it creates nothing and lists fixed examples, so there is nothing to compare. */
async function readKnownIds(deps: CreationDeps, input: CreationInput): Promise<string[] | null> {
  const username = input.fields.destination_username;
  if (username === undefined || input.environment === 'sandbox') return null;
  try {
    const answer = await deps.client.listImports({
      environment: input.environment,
      ...requesterOf(input),
      username,
    });
    return answer.value.map((listed) => listed.id);
  } catch (error) {
    // The create request was not sent yet.
    await moveAttempt(deps.database.db, {
      id: input.attempt,
      from: ['recorded'],
      to: 'not_created',
      set: { message: error instanceof LandfallError ? error.userMessage : 'The service could not be reached.' },
      leaseForMs: null,
    });
    throw error;
  }
}
