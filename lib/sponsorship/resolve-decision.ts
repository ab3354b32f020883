import type { Caller } from '../contract/caller';
import type { Decision, Resolution } from '../contract/decisions';
import type { Environment } from '../contract/environment';
import { LandfallError } from '../core/errors';
import type { Db } from '../store/database';
import { getDecision, lockDecisionsOf, moveDecision, type DecisionRow } from '../store/decisions';
import { closeRequests } from '../store/full-requests';
import { decider } from './decide-sponsorship';
import { move } from './machine';
import { sendDecision, tell } from './send-decision';
import { defaultTiming, type SponsorshipParts } from './sponsorship-parts';
import { toDecision } from './to-decision';

const says: Record<Resolution, string> = {
  send_again: 'chose to send again',
  settled_done: 'settled it with the operator: it was carried out',
  settled_not_done: 'settled it with the operator: it was not carried out',
};

interface OfImport {
  caller: Caller;
  environment: Environment;
  importId: string;
  decisionId: string;
  reason: string;
}

/** The decision, if it is one of this import in this environment: an address for another one finds nothing. */
async function readOwn(tx: Db, input: OfImport): Promise<DecisionRow> {
  await lockDecisionsOf(tx, input.environment, input.importId);
  const row = await getDecision(tx, input.decisionId);
  const own = row !== undefined && row.environment === input.environment && (row.importId ?? row.id) === input.importId;
  if (!own) throw new LandfallError('not_found', { person: 'This decision does not exist.' });
  return row;
}

/** Only a person moves an unknown outcome on, with a reason. `send again` is the one way to a second call. */
export async function resolveDecision(
  parts: SponsorshipParts,
  input: OfImport & { resolution: Resolution },
): Promise<Decision> {
  const person = decider(input.caller);
  if (input.reason.trim() === '') {
    throw new LandfallError('invalid', {
      person: 'Say who told you, and when.',
      errors: [{ field: 'reason', message: 'Say who told you, and when' }],
    });
  }
  const row = await parts.database.transaction(async (tx) => {
    const before = await readOwn(tx, input);
    const allowed = move(before.state, { type: 'resolve', resolution: input.resolution });
    if (!allowed.ok) throw new LandfallError('conflict', { person: allowed.why });
    if (input.resolution === 'send_again' && before.kind === 'start_full') {
      throw new LandfallError('conflict', {
        person: 'A creation cannot be sent again from here: settle this one first, then start anew.',
      });
    }
    const at = parts.clock.now();
    const after = await moveDecision(tx, {
      id: before.id,
      from: 'unknown',
      to: allowed.to,
      set: {
        resolution: input.resolution,
        resolvedById: person.id,
        resolvedBy: person.name,
        resolvedAt: at,
        resolutionReason: input.reason,
        ...(input.resolution === 'send_again' ? { notSent: 0, firstNotSentAt: null } : {}),
      },
      notBeforeInMs: input.resolution === 'send_again' ? (parts.timing ?? defaultTiming).pickUpMs : null,
      step: { at, by: person.name, says: `${person.name} ${says[input.resolution]}` },
    });
    if (!after) throw new LandfallError('conflict', { person: 'Somebody else was faster. Look again.' });
    if (input.resolution === 'settled_done' && after.importId !== null) {
      await closeRequests(tx, after.environment, after.importId, {
        at,
        why: after.kind === 'reject' ? 'rejected' : 'accepted',
      });
    }
    await tell(parts, tx, after, input.caller, 'sponsorship.resolved');
    return after;
  });
  if (row.state !== 'approved') return toDecision(row);
  return toDecision(await sendDecision(parts, row.id, input.caller));
}

/** Takes back a proposal, or an approval that still waits to be tried again. */
export async function withdrawDecision(parts: SponsorshipParts, input: OfImport): Promise<Decision> {
  const person = decider(input.caller);
  return parts.database.transaction(async (tx) => {
    const before = await readOwn(tx, input);
    const allowed = move(before.state, { type: 'withdraw' });
    if (!allowed.ok) throw new LandfallError('conflict', { person: allowed.why });
    const at = parts.clock.now();
    const after = await moveDecision(tx, {
      id: before.id,
      from: before.state,
      to: 'withdrawn',
      set: { resolutionReason: input.reason, resolvedById: person.id, resolvedBy: person.name, resolvedAt: at },
      notBeforeInMs: null,
      step: { at, by: person.name, says: `${person.name} withdrew it` },
    });
    if (!after) throw new LandfallError('conflict', { person: 'Somebody else was faster. Look again.' });
    await tell(parts, tx, after, input.caller, 'sponsorship.withdrawn');
    return toDecision(after);
  });
}
