import { LandfallError } from '../core/errors';
import { beginAttempt } from '../imports/creation/begin-attempt';
import { toCreationResult, type CreationResult } from '../imports/creation/create-import';
import type { CreationInput, CreationDeps } from '../imports/creation/creation-deps';
import { finishCreated, finishFailed } from '../imports/creation/finish-attempt';
import { isDatabaseOutage } from '../core/database-outage';
import { getAttempt, moveAttempt, type AttemptRow } from '../store/imports/creation-attempts';
import type { Db } from '../store/database/database';
import { countMonthDecisions, insertDecision, lockMonthBudget, type DecisionRow } from '../store/sponsorship/decisions';
import { readCurrentPolicy } from '../store/sponsorship/policies';
import { classifyAnswer, classifyFailure } from './classify-outcome';
import type { Approver } from './check-decision';
import { requireApprover } from './decide-sponsorship';
import { evaluatePolicy } from './evaluate-policy';
import { checkNotHeld } from './hold-restored';
import { monthStart } from './month-budget';
import { personOf } from '../service/person-of';
import { callAfterClaim, claimDecision } from './claim-decision';
import { recordDecisionChange } from './record-decision-change';
import { writeOutcome } from './write-outcome';
import { defaultTiming, type SponsorshipDeps } from './sponsorship-deps';
import { transitionOrThrow } from './transition-decision';

type StartInput = CreationInput & { reason: string };

/** Commits to paying, so it needs the same checks as accepting. Identified by the attempt until the import is known. */
export async function startFullMigration(
  deps: SponsorshipDeps,
  creation: CreationDeps,
  input: StartInput,
): Promise<CreationResult> {
  const approver = requireApprover(input.caller);
  if (deps.whoPays === 'customer') {
    throw new LandfallError('conflict', 'Customers buy the full migration themselves (WHO_PAYS).');
  }
  // A repeated click returns the first result, even if that one used up the budget.
  const known = await getAttempt(deps.database.db, input.attempt);
  if (!known) await checkPolicy(deps, deps.database.db, input);
  const begun = await beginAttempt(creation, input);
  if (!begun.send) return toCreationResult(creation, begun.row);
  const intent = await commitIntent(deps, input, approver);
  await deps.checkpoint?.('intent_committed');
  const claimed = await claimDecision(deps, intent.id, input.caller);
  if (!claimed) throw new LandfallError('conflict', 'This was started by another process. Reload the page.');
  await deps.checkpoint?.('claimed');
  await deps.checkpoint?.('before_call');
  // Kept separate so that a database error is never taken for the service's answer.
  const response = await callAfterClaim(deps, claimed, (deadlineMs) =>
    deps.client.createImport({
      environment: input.environment,
      lane: 'decision',
      person: personOf(input.caller),
      deadlineMs,
      fields: input.fields,
    }),
  ).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  await deps.checkpoint?.('after_call');
  return storeResponse(deps, creation, { input, begun: begun.row, claimed, response }).catch((err: unknown) => {
    if (!isDatabaseOutage(err)) throw err;
    deps.log.error({ err, attempt: input.attempt }, 'the database was lost while a full migration was being started');
    const message =
      'The connection to the database was lost during the call, so we do not know whether the import was created.';
    return { attempt: { ...begun.row, state: 'unknown', message }, redirectUrl: null };
  });
}

type Response = { answer: Awaited<ReturnType<SponsorshipDeps['client']['createImport']>> } | { error: unknown };

async function storeResponse(
  deps: SponsorshipDeps,
  creation: CreationDeps,
  sent: { input: StartInput; begun: AttemptRow; claimed: DecisionRow; response: Response },
): Promise<CreationResult> {
  const { input, begun, claimed, response } = sent;
  if ('error' in response) {
    const attempt = await finishFailed(creation, begun, response.error, input.caller);
    await writeOutcome(deps, claimed, classifyFailure(response.error, deps.clock.now()));
    await deps.checkpoint?.('outcome_committed');
    if (attempt.state === 'unknown') return { attempt, redirectUrl: null };
    throw response.error;
  }
  const { answer } = response;
  const attempt = await finishCreated(creation, begun, answer, input.caller);
  const link = attempt.importId === null ? {} : { importId: attempt.importId };
  await writeOutcome(deps, claimed, classifyAnswer(answer.status, answer.receivedAt), link);
  await deps.checkpoint?.('outcome_committed');
  return toCreationResult(creation, attempt);
}

/** Runs first without a lock, then again inside the intent's transaction, where the result is final. */
async function checkPolicy(deps: SponsorshipDeps, db: Db, input: StartInput) {
  await checkNotHeld(db);
  const { policy, version } = await readCurrentPolicy(db);
  const month = await countMonthDecisions(db, input.environment, monthStart(deps.clock.now()));
  const { needsSecond, explanation } = evaluatePolicy(policy, {
    kind: 'start_full',
    records: null,
    statusKey: null,
    month,
  });
  const refuse = (message: string, field: string): never => {
    throw new LandfallError('invalid', { userMessage: message, errors: [{ field, message }] });
  };
  if (needsSecond) refuse(`${explanation} Create the sample and propose to accept it instead.`, 'start_full');
  if (policy.reasonRequired && input.reason.trim() === '') refuse('The policy requires a reason.', 'reason');
  return { version, explanation };
}

async function commitIntent(deps: SponsorshipDeps, input: StartInput, approver: Approver): Promise<DecisionRow> {
  try {
    return await deps.database.transaction((tx) => writeIntent(deps, tx, input, approver));
  } catch (error) {
    // The policy or budget changed after the attempt began, or it took too long. Nothing was sent.
    await moveAttempt(deps.database.db, {
      id: input.attempt,
      from: ['sending', 'unknown'],
      to: 'not_created',
      set: { message: error instanceof LandfallError ? error.userMessage : 'Nothing was sent.' },
      leaseForMs: null,
    });
    throw error;
  }
}

async function writeIntent(deps: SponsorshipDeps, tx: Db, input: StartInput, approver: Approver): Promise<DecisionRow> {
  await lockMonthBudget(tx, input.environment);
  // Without a decision, a lost attempt can be settled. Then it must not be sent any more.
  const sending = await moveAttempt(tx, { id: input.attempt, from: ['sending'], to: 'sending' });
  if (!sending) throw new LandfallError('conflict', 'This attempt took too long to begin. Try again.');
  const policy = await checkPolicy(deps, tx, input);
  const at = deps.clock.now();
  const explanation = `${approver.name} decided to start a sponsored full migration`;
  const proposed = await insertDecision(
    tx,
    {
      id: deps.newId(),
      environment: input.environment,
      importId: null,
      attemptId: input.attempt,
      kind: 'start_full',
      state: 'proposed',
      username: input.fields.destination_username ?? null,
      proposedById: approver.id,
      proposedBy: approver.name,
      proposedAt: at,
      needsSecond: false,
      reason: input.reason,
      policyVersion: policy.version,
      policyExplanation: policy.explanation,
      createdAt: at,
    },
    { by: approver.name, explanation },
  );
  const approved = await transitionOrThrow(
    tx,
    proposed,
    { type: 'approve', samePerson: false },
    {
      set: { approvedById: approver.id, approvedBy: approver.name, approvedAt: at },
      notBeforeInMs: (deps.timing ?? defaultTiming).pickUpMs,
      step: { at, by: approver.name, explanation },
    },
  );
  await recordDecisionChange(deps, tx, approved, input.caller, 'sponsorship.approved');
  return approved;
}
