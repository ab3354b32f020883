import type { FieldError } from '../core/errors';
import { LandfallError } from '../core/errors';
import { beginAttempt, type CreationInput } from '../imports/creation/begin-attempt';
import { resultOf, type CreationResult } from '../imports/creation/create-import';
import type { CreationParts } from '../imports/creation/creation-parts';
import { finishCreated, finishFailed } from '../imports/creation/finish-attempt';
import { countMonth, insertDecision, lockMonthBudget, moveDecision, type DecisionRow } from '../store/decisions';
import { currentPolicy } from '../store/policies';
import { classifyAnswer, classifyFailure } from './classify-outcome';
import { decider } from './decide-sponsorship';
import { judgePolicy } from './judge-policy';
import { monthStart } from './month-budget';
import { claimDecision, tell, writeOutcome } from './send-decision';
import { defaultTiming, type SponsorshipParts } from './sponsorship-parts';

/**
 * `start_full` creates an import and commits to paying for it in one call. It goes through the same gate as accepting:
 * role, policy, budget, intent and audit before the call. Its decision is keyed by the attempt until the id is known.
 */
export async function startFullMigration(
  parts: SponsorshipParts,
  creation: CreationParts,
  input: CreationInput & { reason: string },
): Promise<CreationResult> {
  const person = decider(input.caller);
  if (parts.whoPays === 'customer') {
    throw new LandfallError('conflict', { person: 'Customers buy the full migration themselves here (WHO_PAYS).' });
  }
  await checkGate(parts, input);
  const begun = await beginAttempt(creation, input);
  if (!begun.send) return resultOf(creation, begun.row);
  const intent = await commitIntent(parts, input, person);
  await parts.checkpoint?.('intent_committed');
  const claimed = await claimDecision(parts, intent.id, input.caller);
  if (!claimed) throw new LandfallError('conflict', { person: 'Somebody else was faster. Look again.' });
  await parts.checkpoint?.('claimed');
  try {
    const answer = await parts.client.createImport({
      environment: input.environment,
      lane: 'people',
      requestId: input.caller.requestId,
      fields: input.fields,
    });
    await parts.checkpoint?.('after_call');
    const attempt = await finishCreated(creation, begun.row, answer, input.caller);
    const id = attempt.importId;
    await writeOutcome(
      parts,
      claimed,
      classifyAnswer(answer.status, answer.receivedAt),
      id === null ? {} : { importId: id },
    );
    return await resultOf(creation, attempt);
  } catch (error) {
    const attempt = await finishFailed(creation, begun.row, error, input.caller);
    await writeOutcome(parts, claimed, classifyFailure(error, parts.clock.now()));
    if (attempt.state === 'unknown') return { attempt, redirectUrl: null };
    throw error;
  }
}

async function checkGate(parts: SponsorshipParts, input: CreationInput & { reason: string }): Promise<void> {
  const { policy } = await currentPolicy(parts.database.db);
  const month = await countMonth(parts.database.db, input.environment, monthStart(parts.clock.now()));
  const judged = judgePolicy(policy, { kind: 'start_full', records: null, month });
  const refuse = (message: string, field: string): never => {
    const errors: FieldError[] = [{ field, message }];
    throw new LandfallError('invalid', { person: message, errors });
  };
  if (judged.needsSecond) {
    refuse('Policy asks for a second person. Create the sample and propose to accept it instead.', 'start_full');
  }
  if (judged.budget === 'stop') refuse(judged.says, 'start_full');
  if (policy.reasonRequired && input.reason.trim() === '') refuse('Policy asks for a reason.', 'reason');
}

async function commitIntent(
  parts: SponsorshipParts,
  input: CreationInput & { reason: string },
  person: { id: string; name: string },
): Promise<DecisionRow> {
  return parts.database.transaction(async (tx) => {
    await lockMonthBudget(tx, input.environment);
    const policy = await currentPolicy(tx);
    const at = parts.clock.now();
    const says = `${person.name} decided to start a sponsored full migration`;
    const proposed = await insertDecision(
      tx,
      {
        id: parts.newId(),
        environment: input.environment,
        importId: null,
        attemptId: input.attempt,
        kind: 'start_full',
        state: 'proposed',
        username: input.fields.destination_username ?? null,
        proposedById: person.id,
        proposedBy: person.name,
        proposedAt: at,
        needsSecond: false,
        reason: input.reason,
        policyVersion: policy.version,
        createdAt: at,
      },
      { by: person.name, says },
    );
    const approved = await moveDecision(tx, {
      id: proposed.id,
      from: 'proposed',
      to: 'approved',
      set: { approvedById: person.id, approvedBy: person.name, approvedAt: at },
      notBeforeInMs: (parts.timing ?? defaultTiming).pickUpMs,
      step: { at, by: person.name, says },
    });
    if (!approved) throw new LandfallError('conflict', { person: 'Somebody else was faster. Look again.' });
    await tell(parts, tx, approved, input.caller, 'sponsorship.approved');
    return approved;
  });
}
