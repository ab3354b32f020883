import { LandfallError, type FieldError } from '../core/errors';
import { beginAttempt } from '../imports/creation/begin-attempt';
import { resultOf, type CreationResult } from '../imports/creation/create-import';
import type { CreationInput, CreationParts } from '../imports/creation/creation-parts';
import { finishCreated, finishFailed } from '../imports/creation/finish-attempt';
import { getAttempt, moveAttempt } from '../store/creation-attempts';
import type { Db } from '../store/database';
import { countMonth, insertDecision, lockMonthBudget, moveDecision, type DecisionRow } from '../store/decisions';
import { currentPolicy } from '../store/policies';
import { classifyAnswer, classifyFailure } from './classify-outcome';
import { decider, type Person } from './decide-sponsorship';
import { judgePolicy } from './judge-policy';
import { monthStart } from './month-budget';
import { claimDecision, tell, writeOutcome } from './send-decision';
import { defaultTiming, type SponsorshipParts } from './sponsorship-parts';

type StartInput = CreationInput & { reason: string; overrideBudget: boolean };

/**
 * `start_full` creates an import and commits to paying for it in one call. It goes through the same gate as accepting:
 * role, policy, budget, intent and audit before the call. Its decision is keyed by the attempt until the id is known.
 */
export async function startFullMigration(
  parts: SponsorshipParts,
  creation: CreationParts,
  input: StartInput,
): Promise<CreationResult> {
  const person = decider(input.caller);
  if (parts.whoPays === 'customer') {
    throw new LandfallError('conflict', { person: 'Customers buy the full migration themselves here (WHO_PAYS).' });
  }
  // A second click is told what the first one came to, even where that one took the last free place.
  const known = await getAttempt(parts.database.db, input.attempt);
  if (!known) await checkGate(parts, parts.database.db, input, person);
  const begun = await beginAttempt(creation, input);
  if (!begun.send) return resultOf(creation, begun.row);
  const intent = await commitIntent(parts, input, person);
  await parts.checkpoint?.('intent_committed');
  const claimed = await claimDecision(parts, intent.id, input.caller);
  if (!claimed) throw new LandfallError('conflict', { person: 'Somebody else was faster. Look again.' });
  await parts.checkpoint?.('claimed');
  await parts.checkpoint?.('before_call');
  // Told apart here, so that a failure to write an answer down is never taken for the service's own.
  const came = await parts.client
    .createImport({
      environment: input.environment,
      lane: 'people',
      deadlineMs: (parts.timing ?? defaultTiming).callDeadlineMs,
      requestId: input.caller.requestId,
      fields: input.fields,
    })
    .then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
  await parts.checkpoint?.('after_call');
  if ('error' in came) {
    const attempt = await finishFailed(creation, begun.row, came.error, input.caller);
    await writeOutcome(parts, claimed, classifyFailure(came.error, parts.clock.now()));
    await parts.checkpoint?.('outcome_committed');
    if (attempt.state === 'unknown') return { attempt, redirectUrl: null };
    throw came.error;
  }
  const { answer } = came;
  const attempt = await finishCreated(creation, begun.row, answer, input.caller);
  const named = attempt.importId === null ? {} : { importId: attempt.importId };
  await writeOutcome(parts, claimed, classifyAnswer(answer.status, answer.receivedAt), named);
  await parts.checkpoint?.('outcome_committed');
  return resultOf(creation, attempt);
}

/** What policy and budget say now. Inside the transaction of the intent, under the lock, it is the last word. */
async function checkGate(parts: SponsorshipParts, db: Db, input: StartInput, person: Person) {
  const { policy, version } = await currentPolicy(db);
  const month = await countMonth(db, input.environment, monthStart(parts.clock.now()));
  const judged = judgePolicy(policy, { kind: 'start_full', records: null, month });
  const refuse = (message: string, field: string): never => {
    const errors: FieldError[] = [{ field, message }];
    throw new LandfallError('invalid', { person: message, errors });
  };
  if (judged.needsSecond) {
    refuse('Policy asks for a second person. Create the sample and propose to accept it instead.', 'start_full');
  }
  const overBudget = judged.budget === 'stop';
  if (overBudget && !input.overrideBudget) refuse(judged.says, 'override_budget');
  if (overBudget && !person.isAdmin) {
    throw new LandfallError('forbidden', { person: 'Only an admin may go over the budget.' });
  }
  const unsaid = input.reason.trim() === '';
  if (overBudget && unsaid) refuse('Going over the budget asks for a reason.', 'reason');
  if (policy.reasonRequired && unsaid) refuse('Policy asks for a reason.', 'reason');
  return { version, says: judged.says, overBudget };
}

async function commitIntent(parts: SponsorshipParts, input: StartInput, person: Person): Promise<DecisionRow> {
  try {
    return await parts.database.transaction((tx) => writeIntent(parts, tx, input, person));
  } catch (error) {
    // The gate has closed since the attempt began. Nothing was sent, and the attempt says so.
    await moveAttempt(parts.database.db, {
      id: input.attempt,
      from: ['sending'],
      to: 'not_created',
      set: { message: error instanceof LandfallError ? error.person : 'Nothing was sent.' },
      leaseForMs: null,
    });
    throw error;
  }
}

async function writeIntent(parts: SponsorshipParts, tx: Db, input: StartInput, person: Person): Promise<DecisionRow> {
  await lockMonthBudget(tx, input.environment);
  const policy = await checkGate(parts, tx, input, person);
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
      policySays: policy.says,
      budgetOverride: policy.overBudget,
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
}
