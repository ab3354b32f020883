import { isInEffect } from '../contract/decision-in-effect';
import { actorName, type Caller } from '../contract/caller';
import type { DecideBody, Decision } from '../contract/decisions';
import type { Environment } from '../contract/environment';
import type { PolicyVersion } from '../contract/policy';
import { roleAtLeast } from '../contract/roles';
import { LandfallError } from '../core/errors';
import type { Db } from '../store/database/database';
import {
  countMonthDecisions,
  insertDecision,
  listDecisions,
  lockDecisions,
  lockMonthBudget,
  readDecisionSubject,
  type DecisionRow,
  type DecisionSubject,
  type NewDecision,
} from '../store/sponsorship/decisions';
import { findOpenRequest } from '../store/sponsorship/full-requests';
import { isBulkRunOpen } from '../store/sponsorship/bulk-runs';
import { readCurrentPolicy } from '../store/sponsorship/policies';
import { findSamePerson } from '../store/staff/same-person';
import { evaluatePolicy, type PolicyResult } from './evaluate-policy';
import {
  checkBudget,
  checkEarlierDecision,
  listInEffect,
  checkUndecided,
  checkOddStatus,
  checkProposedBudget,
  checkReason,
  checkShownDecision,
  type Approver,
} from './check-decision';
import { isOpen } from './decision-state-machine';
import { closeAnsweredRequests } from './close-answered-requests';
import { hasRoleNow } from './has-role-now';
import { checkNotHeld } from './hold-restored';
import { monthStart } from './month-budget';
import { goneReason } from './odd-status';
import { recordDecisionChange } from './record-decision-change';
import { sendWhenDue, sendDelayMs } from './send-decision';
import type { SponsorshipDeps } from './sponsorship-deps';
import { toDecision } from './to-decision';
import { transitionOrThrow } from './transition-decision';

export interface DecideInput {
  caller: Caller;
  environment: Environment;
  importId: string;
  kind: 'accept' | 'reject';
  body: DecideBody;
  bulkId?: string;
  signal?: AbortSignal;
}

/** Every decision about money goes through here: page, bulk and API. Sends outside any transaction. */
export async function decideSponsorship(deps: SponsorshipDeps, input: DecideInput): Promise<Decision> {
  const approver = requireApprover(input.caller);
  if (deps.whoPays === 'customer') {
    throw new LandfallError(
      'conflict',
      'Customers buy the full migration themselves (WHO_PAYS), so there is nothing to decide.',
    );
  }
  const committed = await deps.database.transaction(async (tx) => {
    await checkNotHeld(tx);
    if (input.kind === 'accept') await lockMonthBudget(tx, input.environment);
    await lockDecisions(tx, input.environment, input.importId);
    const context = await readContext(deps, tx, input);
    const open = context.decisions.find(isOpen);
    if (input.bulkId === undefined) checkShownDecision(input.body, context.decisions, approver);
    else await checkBulkItem(tx, input, input.bulkId, context.decisions, approver);
    return open ? approveOpen(deps, tx, input, approver, context, open) : propose(deps, tx, input, approver, context);
  });
  await deps.checkpoint?.('intent_committed');
  return toDecision(await sendWhenDue(deps, committed, input.caller, input.signal));
}

interface DecisionContext {
  policy: PolicyVersion;
  policyResult: PolicyResult;
  decisions: DecisionRow[];
  subject: DecisionSubject;
}

export function requireApprover(caller: Caller): Approver {
  if (caller.actor.kind !== 'staff' || !roleAtLeast(caller.actor.role, 'approver')) {
    throw new LandfallError('forbidden', 'Only an approver can decide about sponsorship.');
  }
  return { id: caller.actor.id, name: actorName(caller.actor), isAdmin: caller.actor.role === 'admin' };
}

async function readContext(deps: SponsorshipDeps, tx: Db, input: DecideInput): Promise<DecisionContext> {
  const subject = await readDecisionSubject(tx, input.environment, input.importId);
  if (!subject) {
    throw new LandfallError('not_found', 'No import has this id. Look it up first.');
  }
  if (subject.gone) throw new LandfallError('conflict', `${goneReason} Refresh it before you decide.`);
  const policy = await readCurrentPolicy(tx);
  const month = await countMonthDecisions(tx, input.environment, monthStart(deps.clock.now()));
  const policyResult = evaluatePolicy(policy.policy, { kind: input.kind, ...subject, month });
  const decisions = await listDecisions(tx, input.environment, input.importId);
  return { policy, policyResult, decisions, subject };
}

async function propose(
  deps: SponsorshipDeps,
  tx: Db,
  input: DecideInput,
  approver: Approver,
  context: DecisionContext,
): Promise<DecisionRow> {
  checkReason(context.policy, input.body);
  if (await isRejectedAgain(tx, input, context)) return rejectAgain(deps, tx, input, approver, context);
  checkEarlierDecision(input.kind, context.decisions, approver.isAdmin);
  checkBudget(context.policyResult, input.body, approver);
  checkOddStatus(context.policyResult.oddity, context.subject.statusKey, input.body.confirmStatus);
  const made = toNewDecision(deps, input, approver, context);
  const approved = !made.needsSecond;
  const explanation = `${approver.name} ${approved ? 'decided to' : 'proposed to'} ${input.kind} sponsorship`;
  const inserted = await insertDecision(tx, made, { by: approver.name, explanation });
  // Without a second person, the proposal and the approval are stored together.
  if (approved) return approve(deps, tx, input, approver, context, inserted, explanation);
  await recordDecisionChange(deps, tx, inserted, input.caller, 'sponsorship.proposed');
  return inserted;
}

function toNewDecision(
  deps: SponsorshipDeps,
  input: DecideInput,
  approver: Approver,
  context: DecisionContext,
): NewDecision {
  const at = deps.clock.now();
  return {
    id: deps.newId(),
    environment: input.environment,
    importId: input.importId,
    kind: input.kind,
    state: 'proposed',
    username: context.subject.username,
    proposedById: approver.id,
    proposedBy: approver.name,
    proposedAt: at,
    needsSecond: context.policyResult.needsSecond || input.body.needsSecond === true,
    reason: input.body.reason,
    note: input.body.note,
    policyVersion: context.policy.version,
    policyExplanation: context.policyResult.explanation,
    budgetOverride: input.body.overrideBudget && context.policyResult.budget === 'stop',
    bulkId: input.bulkId ?? null,
    createdAt: at,
  };
}

async function isRejectedAgain(tx: Db, input: DecideInput, { decisions }: DecisionContext): Promise<boolean> {
  if (input.kind !== 'reject' || decisions.find(isInEffect)?.kind !== 'reject') return false;
  return (await findOpenRequest(tx, input.environment, input.importId)) !== undefined;
}

/** The service has the rejection already. A decision of its own, so that the customer gets an answer with its note. */
async function rejectAgain(
  deps: SponsorshipDeps,
  tx: Db,
  input: DecideInput,
  approver: Approver,
  context: DecisionContext,
): Promise<DecisionRow> {
  const made = toNewDecision(deps, input, approver, context);
  const at = made.createdAt;
  const outcome = 'Nothing was sent, because a rejection is already in effect.';
  const row = await insertDecision(
    tx,
    {
      ...made,
      needsSecond: false,
      state: 'confirmed',
      approvedById: approver.id,
      approvedBy: approver.name,
      approvedAt: at,
      outcome,
    },
    { by: approver.name, explanation: `${approver.name} rejected sponsorship again` },
  );
  await closeAnsweredRequests(deps, tx, row);
  await recordDecisionChange(deps, tx, row, input.caller, 'sponsorship.confirmed');
  return row;
}

async function approveOpen(
  deps: SponsorshipDeps,
  tx: Db,
  input: DecideInput,
  approver: Approver,
  context: DecisionContext,
  open: DecisionRow,
): Promise<DecisionRow> {
  const about = open.kind === 'reject' ? 'a rejection' : 'an acceptance';
  if (open.state === 'unknown') {
    throw new LandfallError(
      'conflict',
      `The outcome of ${about} is unknown. Settle it before you decide anything else.`,
    );
  }
  if (open.state !== 'proposed') {
    throw new LandfallError(
      'conflict',
      open.state === 'approved'
        ? `${capitalise(about)} is about to be sent. Undo it first, or wait for its outcome.`
        : `${capitalise(about)} is being sent. Wait for its outcome.`,
    );
  }
  if (open.kind !== input.kind) {
    throw new LandfallError(
      'conflict',
      `${capitalise(about)} is proposed by ${open.proposedBy}. Approve it, or withdraw it first.`,
    );
  }
  checkReason(context.policy, input.body);
  // To exceed the budget or change a confirmed decision takes an admin: the proposer, if still one, or the approver.
  const isAdmin = approver.isAdmin || (await hasRoleNow(tx, open.proposedById, 'admin'));
  checkEarlierDecision(input.kind, context.decisions, isAdmin);
  checkProposedBudget(context.policyResult, open, isAdmin);
  checkOddStatus(context.policyResult.oddity, context.subject.statusKey, input.body.confirmStatus);
  return approve(deps, tx, input, approver, context, open, `${approver.name} approved as the second person`);
}

async function approve(
  deps: SponsorshipDeps,
  tx: Db,
  input: DecideInput,
  approver: Approver,
  { decisions, policyResult }: DecisionContext,
  row: DecisionRow,
  explanation: string,
): Promise<DecisionRow> {
  const at = deps.clock.now();
  const samePerson = row.needsSecond && (await isSamePerson(tx, row.proposedById, approver.id, at));
  const approved = await transitionOrThrow(
    tx,
    row,
    { type: 'approve', samePerson },
    {
      set: {
        approvedById: approver.id,
        approvedBy: approver.name,
        approvedAt: at,
        approvalReason: input.body.reason,
        ...(input.body.note === '' ? {} : { note: input.body.note }),
        inEffectAtApproval: listInEffect(decisions),
        // Not in advance: only for a status that was odd when it was confirmed.
        confirmedStatus: policyResult.oddity === null ? null : (input.body.confirmStatus ?? null),
      },
      notBeforeInMs: sendDelayMs(deps),
      step: { at, by: approver.name, explanation },
    },
  );
  await recordDecisionChange(deps, tx, approved, input.caller, 'sponsorship.approved');
  return approved;
}

export async function isSamePerson(tx: Db, first: string | null, second: string, now: Date): Promise<boolean> {
  return first !== null && (await findSamePerson(tx, first, now)).has(second);
}

/** A request from an unverified sender is reviewed individually, never in bulk. */
async function checkBulkItem(
  tx: Db,
  input: DecideInput,
  bulkId: string,
  decisions: readonly DecisionRow[],
  approver: Approver,
): Promise<void> {
  if (!(await isBulkRunOpen(tx, bulkId))) throw new LandfallError('conflict', 'The run ended before this was decided.');
  checkUndecided(decisions, approver);
  checkShownDecision(input.body, decisions, approver);
  if (input.kind !== 'accept') return;
  const request = await findOpenRequest(tx, input.environment, input.importId);
  if (request && !request.verified) {
    throw new LandfallError('conflict', 'The sender of the request is not verified, so it cannot be accepted in bulk.');
  }
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
