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
} from '../store/sponsorship/decisions';
import { findOpenRequest } from '../store/sponsorship/full-requests';
import { readCurrentPolicy } from '../store/sponsorship/policies';
import { evaluatePolicy, type PolicyResult } from './evaluate-policy';
import { initialState, isInEffect, isOpen } from './decision-state-machine';
import { monthStart } from './month-budget';
import { recordDecisionChange, sendDecision } from './send-decision';
import { defaultTiming, type SponsorshipDeps } from './sponsorship-deps';
import { toDecision } from './to-decision';
import { transitionOrThrow } from './transition-decision';

export interface DecideInput {
  caller: Caller;
  environment: Environment;
  importId: string;
  kind: 'accept' | 'reject';
  body: DecideBody;
  bulkId?: string;
}

/** Every decision about money goes through here: page, bulk and API. Sends outside any transaction. */
export async function decideSponsorship(deps: SponsorshipDeps, input: DecideInput): Promise<Decision> {
  const approver = requireApprover(input.caller);
  if (deps.whoPays === 'customer') {
    throw new LandfallError(
      'conflict',
      'Customers buy the full migration themselves here (WHO_PAYS), so there is nothing to decide.',
    );
  }
  const committed = await deps.database.transaction(async (tx) => {
    if (input.kind === 'accept') await lockMonthBudget(tx, input.environment);
    await lockDecisions(tx, input.environment, input.importId);
    const context = await readContext(deps, tx, input);
    const open = context.decisions.find(isOpen);
    checkShownDecision(input, context.decisions, approver);
    return open ? approveOpen(deps, tx, input, approver, context, open) : propose(deps, tx, input, approver, context);
  });
  await deps.checkpoint?.('intent_committed');
  if (committed.state !== 'approved') return toDecision(committed);
  return toDecision(await sendDecision(deps, committed.id, input.caller));
}

export interface Approver {
  id: string;
  name: string;
  isAdmin: boolean;
}

interface DecisionContext {
  policy: PolicyVersion;
  policyResult: PolicyResult;
  decisions: DecisionRow[];
  username: string | null;
}

export function requireApprover(caller: Caller): Approver {
  if (caller.actor.kind !== 'staff' || !roleAtLeast(caller.actor.role, 'approver')) {
    throw new LandfallError('forbidden', 'Only an approver may decide about sponsorship.');
  }
  return { id: caller.actor.id, name: actorName(caller.actor), isAdmin: caller.actor.role === 'admin' };
}

async function readContext(deps: SponsorshipDeps, tx: Db, input: DecideInput): Promise<DecisionContext> {
  const subject = await readDecisionSubject(tx, input.environment, input.importId);
  if (!subject) {
    throw new LandfallError('not_found', 'We know no import with this identifier. Look it up first.');
  }
  if (subject.gone) {
    throw new LandfallError(
      'conflict',
      'The import is no longer available at the service. Look again before deciding.',
    );
  }
  const policy = await readCurrentPolicy(tx);
  const month = await countMonthDecisions(tx, input.environment, monthStart(deps.clock.now()));
  const policyResult = evaluatePolicy(policy.policy, { kind: input.kind, records: subject.records, month });
  const decisions = await listDecisions(tx, input.environment, input.importId);
  return { policy, policyResult, decisions, username: subject.username };
}

async function propose(
  deps: SponsorshipDeps,
  tx: Db,
  input: DecideInput,
  approver: Approver,
  context: DecisionContext,
): Promise<DecisionRow> {
  checkEarlierDecision(input.kind, context.decisions, approver);
  checkReason(context.policy, input.body);
  checkBudget(context.policyResult, input.body, approver);
  if (input.bulkId !== undefined) await checkVerified(tx, input);
  const at = deps.clock.now();
  const state = initialState(context.policyResult.needsSecond);
  const approved = state === 'approved';
  const explanation = `${approver.name} ${approved ? 'decided to' : 'proposed to'} ${input.kind} sponsorship`;
  const inserted = await insertDecision(
    tx,
    {
      id: deps.newId(),
      environment: input.environment,
      importId: input.importId,
      kind: input.kind,
      state: 'proposed',
      username: context.username,
      proposedById: approver.id,
      proposedBy: approver.name,
      proposedAt: at,
      needsSecond: context.policyResult.needsSecond,
      reason: input.body.reason,
      note: input.body.note,
      policyVersion: context.policy.version,
      policyExplanation: context.policyResult.explanation,
      budgetOverride: input.body.overrideBudget && context.policyResult.budget === 'stop',
      bulkId: input.bulkId ?? null,
      createdAt: at,
    },
    { by: approver.name, explanation },
  );
  // Without a second person, the proposal and the approval are stored together.
  if (approved) return approve(deps, tx, input, approver, inserted, explanation);
  await recordDecisionChange(deps, tx, inserted, input.caller, 'sponsorship.proposed');
  return inserted;
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
      `The outcome of ${about} is unknown. It has to be settled before anything else is decided.`,
    );
  }
  if (open.state !== 'proposed') {
    throw new LandfallError('conflict', `${capitalise(about)} is already on its way; wait for its outcome.`);
  }
  if (open.kind !== input.kind) {
    throw new LandfallError(
      'conflict',
      `${capitalise(about)} is proposed by ${open.proposedBy}. Approve it, or have it withdrawn first.`,
    );
  }
  checkReason(context.policy, input.body);
  checkBudget(context.policyResult, input.body, approver);
  return approve(deps, tx, input, approver, open, `${approver.name} approved as the second person`);
}

async function approve(
  deps: SponsorshipDeps,
  tx: Db,
  input: DecideInput,
  approver: Approver,
  row: DecisionRow,
  explanation: string,
): Promise<DecisionRow> {
  const at = deps.clock.now();
  const samePerson = row.needsSecond && row.proposedById === approver.id;
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
        ...(input.body.overrideBudget ? { budgetOverride: true } : {}),
      },
      notBeforeInMs: (deps.timing ?? defaultTiming).pickUpMs,
      step: { at, by: approver.name, explanation },
    },
  );
  await recordDecisionChange(deps, tx, approved, input.caller, 'sponsorship.approved');
  return approved;
}

/** The preview of a bulk run left out imports with a decision, so any decision found then is newer. */
function checkShownDecision(input: DecideInput, decisions: readonly DecisionRow[], approver: Approver): void {
  const latest = decisions.find(({ state }) => state !== 'withdrawn');
  if (input.bulkId !== undefined) {
    if (latest && (isOpen(latest) || isInEffect(latest))) throw staleDecisionError(latest, approver);
    return;
  }
  const { decisionId = null, decisionState } = input.body;
  if (decisionId !== (latest?.id ?? null)) throw staleDecisionError(latest, approver);
  if (latest && decisionState !== undefined && decisionState !== latest.state)
    throw staleDecisionError(latest, approver);
}

function staleDecisionError(latest: DecisionRow | undefined, approver: Approver): LandfallError {
  const what = latest ? describeLatest(latest, approver) : 'The earlier decision was withdrawn.';
  return new LandfallError(
    'conflict',
    `${what} Your page did not show this yet, so nothing was sent. Review it, then decide again.`,
  );
}

function describeLatest(latest: DecisionRow, approver: Approver): string {
  const kind = latest.kind === 'reject' ? 'rejection' : 'acceptance';
  const by = latest.approvedBy ?? latest.proposedBy;
  const whose = (latest.approvedById ?? latest.proposedById) === approver.id ? 'Your' : `${by}’s`;
  const became: Record<DecisionRow['state'], string> = {
    proposed: 'is waiting for a second person',
    approved: 'is about to be sent',
    sending: 'is being sent',
    confirmed: 'was confirmed by the service',
    refused: 'was not accepted by the service',
    unknown: 'was sent, and its outcome is unknown',
    resolved: latest.resolution === 'settled_done' ? 'was settled as done' : 'was settled as not done',
    withdrawn: 'was withdrawn',
  };
  return `${whose} ${kind} ${became[latest.state]}.`;
}

function checkEarlierDecision(kind: 'accept' | 'reject', decisions: readonly DecisionRow[], approver: Approver): void {
  const settled = decisions.find(isInEffect);
  if (!settled) return;
  const settledKind = settled.kind === 'reject' ? 'reject' : 'accept';
  if (settledKind === kind) {
    throw new LandfallError(
      'conflict',
      `Sponsorship was already ${kind === 'accept' ? 'accepted' : 'rejected'} for this import.`,
    );
  }
  if (!approver.isAdmin) {
    throw new LandfallError(
      'forbidden',
      'Changing a confirmed decision asks for an admin. The interface of the service does not promise that it can be changed.',
    );
  }
}

function checkReason(policy: PolicyVersion, body: DecideBody): void {
  if (policy.policy.reasonRequired && body.reason.trim() === '') {
    throw new LandfallError('invalid', {
      userMessage: 'Policy asks for a reason.',
      errors: [{ field: 'reason', message: 'Say why, in a few words' }],
    });
  }
}

function checkBudget(policyResult: PolicyResult, body: DecideBody, approver: Approver): void {
  if (policyResult.budget !== 'stop') return;
  if (!body.overrideBudget) throw new LandfallError('conflict', policyResult.explanation);
  if (!approver.isAdmin) throw new LandfallError('forbidden', 'Only an admin may go over the budget.');
  if (body.reason.trim() === '') {
    throw new LandfallError('invalid', {
      userMessage: 'Going over the budget asks for a reason.',
      errors: [{ field: 'reason', message: 'Say why the budget may be exceeded' }],
    });
  }
}

/** A request from an unverified sender is reviewed individually, never in bulk. */
async function checkVerified(tx: Db, input: DecideInput): Promise<void> {
  if (input.kind !== 'accept') return;
  const request = await findOpenRequest(tx, input.environment, input.importId);
  if (request && !request.verified) {
    throw new LandfallError('conflict', 'Nobody has verified who asked, so it cannot be accepted in bulk.');
  }
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
