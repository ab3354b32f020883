import { actorName, type Caller } from '../contract/caller';
import { openDecisionStates, type DecideBody, type Decision } from '../contract/decisions';
import type { Environment } from '../contract/environment';
import type { PolicyVersion } from '../contract/policy';
import { roleAtLeast } from '../contract/roles';
import { LandfallError } from '../core/errors';
import { recordChange } from '../store/changes';
import type { Db } from '../store/database';
import {
  countMonth,
  insertDecision,
  listDecisionsOf,
  lockDecisionsOf,
  lockMonthBudget,
  moveDecision,
  readDecisionSubject,
  refreshDecisionSummary,
  type DecisionRow,
} from '../store/decisions';
import { findOpenRequest } from '../store/full-requests';
import { currentPolicy } from '../store/policies';
import { judgePolicy, type Judgement } from './judge-policy';
import { firstState, move } from './machine';
import { monthStart } from './month-budget';
import { sendDecision } from './send-decision';
import { defaultTiming, type SponsorshipParts } from './sponsorship-parts';
import { toDecision } from './to-decision';

export interface DecideInput {
  caller: Caller;
  environment: Environment;
  importId: string;
  kind: 'accept' | 'reject';
  body: DecideBody;
  bulkId?: string;
}

/**
 * The one guard for every path that decides about money: page, bulk and API. Commits intent and audit first, and
 * only then, outside any transaction, sends. Answers with what is known in the end, which may be "unknown".
 */
export async function decideSponsorship(parts: SponsorshipParts, input: DecideInput): Promise<Decision> {
  const person = decider(input.caller);
  if (parts.whoPays === 'customer') {
    throw new LandfallError('conflict', {
      person: 'Customers buy the full migration themselves here (WHO_PAYS), so there is nothing to decide.',
    });
  }
  const committed = await parts.database.transaction(async (tx) => {
    if (input.kind === 'accept') await lockMonthBudget(tx, input.environment);
    await lockDecisionsOf(tx, input.environment, input.importId);
    const ground = await readGround(parts, tx, input);
    const open = ground.decisions.find(isOpen);
    checkShown(input, ground.decisions, person);
    return open ? approveOpen(parts, tx, input, person, ground, open) : propose(parts, tx, input, person, ground);
  });
  await parts.checkpoint?.('intent_committed');
  if (committed.state !== 'approved') return toDecision(committed);
  return toDecision(await sendDecision(parts, committed.id, input.caller));
}

export interface Person {
  id: string;
  name: string;
  isAdmin: boolean;
}

interface Ground {
  policy: PolicyVersion;
  judgement: Judgement;
  decisions: DecisionRow[];
  username: string | null;
}

/** Only a member of staff who may decide gets past here, whatever route was taken. */
export function decider(caller: Caller): Person {
  if (caller.actor.kind !== 'staff' || !roleAtLeast(caller.actor.role, 'approver')) {
    throw new LandfallError('forbidden', { person: 'Only an approver may decide about sponsorship.' });
  }
  return { id: caller.actor.id, name: actorName(caller.actor), isAdmin: caller.actor.role === 'admin' };
}

async function readGround(parts: SponsorshipParts, tx: Db, input: DecideInput): Promise<Ground> {
  const subject = await readDecisionSubject(tx, input.environment, input.importId);
  if (!subject) {
    throw new LandfallError('not_found', { person: 'We know no import with this identifier. Look it up first.' });
  }
  if (subject.gone) {
    throw new LandfallError('conflict', {
      person: 'The import is no longer available at the service. Look again before deciding.',
    });
  }
  const policy = await currentPolicy(tx);
  const month = await countMonth(tx, input.environment, monthStart(parts.clock.now()));
  const judgement = judgePolicy(policy.policy, { kind: input.kind, records: subject.records, month });
  const decisions = await listDecisionsOf(tx, input.environment, input.importId);
  return { policy, judgement, decisions, username: subject.username };
}

async function propose(
  parts: SponsorshipParts,
  tx: Db,
  input: DecideInput,
  person: Person,
  ground: Ground,
): Promise<DecisionRow> {
  checkEarlier(input.kind, ground.decisions, person);
  checkReason(ground.policy, input.body);
  checkBudget(ground.judgement, input.body, person);
  if (input.bulkId !== undefined) await checkVerified(tx, input);
  const at = parts.clock.now();
  const state = firstState(ground.judgement.needsSecond);
  const approved = state === 'approved';
  const says = `${person.name} ${approved ? 'decided to' : 'proposed to'} ${input.kind} sponsorship`;
  const inserted = await insertDecision(
    tx,
    {
      id: parts.newId(),
      environment: input.environment,
      importId: input.importId,
      kind: input.kind,
      state: 'proposed',
      username: ground.username,
      proposedById: person.id,
      proposedBy: person.name,
      proposedAt: at,
      needsSecond: ground.judgement.needsSecond,
      reason: input.body.reason,
      note: input.body.note,
      policyVersion: ground.policy.version,
      policySays: ground.judgement.says,
      budgetOverride: input.body.overrideBudget && ground.judgement.budget === 'stop',
      bulkId: input.bulkId ?? null,
      createdAt: at,
    },
    { by: person.name, says },
  );
  if (approved) {
    // Without a second person, proposing and approving are one step, and both are written down.
    return approve(parts, tx, input, person, inserted, says);
  }
  await tell(parts, tx, input, inserted, 'sponsorship.proposed', null);
  return inserted;
}

async function approveOpen(
  parts: SponsorshipParts,
  tx: Db,
  input: DecideInput,
  person: Person,
  ground: Ground,
  open: DecisionRow,
): Promise<DecisionRow> {
  const about = open.kind === 'reject' ? 'a rejection' : 'an acceptance';
  if (open.state === 'unknown') {
    throw new LandfallError('conflict', {
      person: `The outcome of ${about} is unknown. It has to be settled before anything else is decided.`,
    });
  }
  if (open.state !== 'proposed') {
    throw new LandfallError('conflict', { person: `${capital(about)} is already on its way; wait for its outcome.` });
  }
  if (open.kind !== input.kind) {
    throw new LandfallError('conflict', {
      person: `${capital(about)} is proposed by ${open.proposedBy}. Approve it, or have it withdrawn first.`,
    });
  }
  const allowed = move(open.state, { type: 'approve', samePerson: open.proposedById === person.id });
  if (!allowed.ok) throw new LandfallError('conflict', { person: allowed.why });
  checkReason(ground.policy, input.body);
  checkBudget(ground.judgement, input.body, person);
  return approve(parts, tx, input, person, open, `${person.name} approved as the second person`);
}

async function approve(
  parts: SponsorshipParts,
  tx: Db,
  input: DecideInput,
  person: Person,
  row: DecisionRow,
  says: string,
): Promise<DecisionRow> {
  const at = parts.clock.now();
  const approved = await moveDecision(tx, {
    id: row.id,
    from: 'proposed',
    to: 'approved',
    set: {
      approvedById: person.id,
      approvedBy: person.name,
      approvedAt: at,
      approvalReason: input.body.reason,
      ...(input.body.note === '' ? {} : { note: input.body.note }),
      ...(input.body.overrideBudget ? { budgetOverride: true } : {}),
    },
    notBeforeInMs: (parts.timing ?? defaultTiming).pickUpMs,
    step: { at, by: person.name, says },
  });
  if (!approved) throw new LandfallError('conflict', { person: 'Somebody else was faster. Look again.' });
  await tell(parts, tx, input, approved, 'sponsorship.approved', row);
  return approved;
}

async function tell(
  parts: SponsorshipParts,
  tx: Db,
  input: DecideInput,
  row: DecisionRow,
  action: string,
  before: DecisionRow | null,
): Promise<void> {
  await refreshDecisionSummary(tx, input.environment, input.importId);
  await recordChange(tx, { kind: 'decision', environment: input.environment, subject: input.importId });
  await parts.audit.append(tx, {
    caller: input.caller,
    action,
    environment: input.environment,
    subject: input.importId,
    before: before ? { state: before.state } : null,
    after: { decision: row.id, kind: row.kind, state: row.state, reason: input.body.reason, policy: row.policyVersion },
  });
}

/**
 * Only someone who was shown the latest decision, in the state it is in, may decide. A bulk run names no decisions: its
 * dry run left out every import that has an open or effective one, so it may only find imports without.
 */
function checkShown(input: DecideInput, decisions: readonly DecisionRow[], person: Person): void {
  const latest = decisions.find(({ state }) => state !== 'withdrawn');
  if (input.bulkId !== undefined) {
    if (latest && (isOpen(latest) || isInEffect(latest))) throw changedMeanwhile(latest, person);
    return;
  }
  const { decisionId = null, decisionState } = input.body;
  if (decisionId !== (latest?.id ?? null)) throw changedMeanwhile(latest, person);
  if (latest && decisionState !== undefined && decisionState !== latest.state) throw changedMeanwhile(latest, person);
}

function changedMeanwhile(latest: DecisionRow | undefined, person: Person): LandfallError {
  const what = latest ? describeLatest(latest, person) : 'The earlier decision was withdrawn.';
  return new LandfallError('conflict', {
    person: `${what} Your page did not show this yet, so nothing was sent. Review it, then decide again.`,
  });
}

function describeLatest(latest: DecisionRow, person: Person): string {
  const kind = latest.kind === 'reject' ? 'rejection' : 'acceptance';
  const by = latest.approvedBy ?? latest.proposedBy;
  const whose = (latest.approvedById ?? latest.proposedById) === person.id ? 'Your' : `${by}’s`;
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

function isOpen(decision: DecisionRow): boolean {
  return openDecisionStates.some((state) => state === decision.state);
}

function isInEffect({ state, resolution }: DecisionRow): boolean {
  return state === 'confirmed' || (state === 'resolved' && resolution === 'settled_done');
}

function checkEarlier(kind: 'accept' | 'reject', decisions: readonly DecisionRow[], person: Person): void {
  const settled = decisions.find(isInEffect);
  if (!settled) return;
  const settledKind = settled.kind === 'reject' ? 'reject' : 'accept';
  if (settledKind === kind) {
    throw new LandfallError('conflict', {
      person: `Sponsorship was already ${kind === 'accept' ? 'accepted' : 'rejected'} for this import.`,
    });
  }
  if (!person.isAdmin) {
    throw new LandfallError('forbidden', {
      person:
        'Changing a confirmed decision asks for an admin. The interface of the service does not promise that it can be changed.',
    });
  }
}

function checkReason(policy: PolicyVersion, body: DecideBody): void {
  if (policy.policy.reasonRequired && body.reason.trim() === '') {
    throw new LandfallError('invalid', {
      person: 'Policy asks for a reason.',
      errors: [{ field: 'reason', message: 'Say why, in a few words' }],
    });
  }
}

function checkBudget(judgement: Judgement, body: DecideBody, person: Person): void {
  if (judgement.budget !== 'stop') return;
  if (!body.overrideBudget) throw new LandfallError('conflict', { person: judgement.says });
  if (!person.isAdmin) throw new LandfallError('forbidden', { person: 'Only an admin may go over the budget.' });
  if (body.reason.trim() === '') {
    throw new LandfallError('invalid', {
      person: 'Going over the budget asks for a reason.',
      errors: [{ field: 'reason', message: 'Say why the budget may be exceeded' }],
    });
  }
}

/** What somebody unknown asked for on a page is looked at one by one, never swept along with others. */
async function checkVerified(tx: Db, input: DecideInput): Promise<void> {
  if (input.kind !== 'accept') return;
  const request = await findOpenRequest(tx, input.environment, input.importId);
  if (request && !request.verified) {
    throw new LandfallError('conflict', { person: 'Nobody has verified who asked, so it cannot be accepted in bulk.' });
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
