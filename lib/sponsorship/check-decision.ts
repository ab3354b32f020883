import { isInEffect, kindInEffect } from '../contract/decision-in-effect';
import type { DecideBody } from '../contract/decisions';
import type { PolicyVersion } from '../contract/policy';
import { LandfallError } from '../core/errors';
import type { DecisionRow } from '../store/sponsorship/decisions';
import { isOpen } from './decision-state-machine';
import type { PolicyResult } from './evaluate-policy';

export interface Approver {
  id: string;
  name: string;
  isAdmin: boolean;
}

/** A settled decision is overturned only by someone who was shown it. */
export function checkShownDecision(
  body: Pick<DecideBody, 'decisionId' | 'decisionState' | 'inEffect'>,
  decisions: readonly DecisionRow[],
  approver: Approver,
): void {
  checkShownEffect(body, decisions, approver);
  const latest = findLatest(decisions);
  const { decisionId = null, decisionState } = body;
  const sameState = decisionState === undefined || decisionState === latest?.state;
  if (decisionId === (latest?.id ?? null) && (!latest || sameState)) return;
  const wasShown = decisions.some(({ id }) => id === decisionId);
  if (!latest && !wasShown) {
    throw new LandfallError(
      'conflict',
      'This decision does not exist for this import. Nothing was sent. Reload, then decide again.',
    );
  }
  throw staleDecisionError(latest, approver);
}

/** An earlier decision than the latest may have been confirmed late. */
export function checkShownEffect(
  { inEffect }: Pick<DecideBody, 'inEffect'>,
  decisions: readonly DecisionRow[],
  approver: Approver,
): void {
  if (inEffect === undefined || inEffect === kindInEffect(decisions)) return;
  throw staleDecisionError(decisions.find(isInEffect), approver);
}

/** The preview of a bulk run leaves out imports with such a decision, so a decision found here was not shown. */
export function checkUndecided(decisions: readonly DecisionRow[], approver: Approver): void {
  const found = decisions.find((decision) => isOpen(decision) || isInEffect(decision));
  if (found) throw staleDecisionError(found, approver);
}

function findLatest(decisions: readonly DecisionRow[]): DecisionRow | undefined {
  return decisions.find(({ state }) => state !== 'withdrawn');
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
    confirmed: latest.sends === 0 ? 'was recorded, and nothing was sent' : 'was confirmed by the service',
    refused: latest.sends === 0 ? 'was not sent' : 'was not accepted by the service',
    unknown: `${latest.sends === 0 ? 'may have been' : 'was'} sent, and its outcome is unknown`,
    resolved: latest.resolution === 'settled_done' ? 'was settled as done' : 'was settled as not done',
    withdrawn: 'was withdrawn',
  };
  return `${whose} ${kind} ${became[latest.state]}.`;
}

export function checkEarlierDecision(
  kind: DecisionRow['kind'],
  decisions: readonly DecisionRow[],
  isAdmin: boolean,
): void {
  const inEffect = decisions.find(isInEffect);
  if (inEffect === undefined) return;
  if ((inEffect.kind === 'reject') === (kind === 'reject')) {
    throw new LandfallError('conflict', describeInEffect(inEffect));
  }
  if (!isAdmin) {
    throw new LandfallError(
      'forbidden',
      'Only an admin may change a confirmed decision. The service may not apply the change.',
    );
  }
}

export function listInEffect(decisions: readonly DecisionRow[]): string[] {
  return decisions.filter(isInEffect).map(({ id }) => id);
}

/**
 * What the approver could not know: a decision that was confirmed late, or a sponsored start whose import was found later.
 * Sent after it, this decision could overturn it, or pay again.
 */
export function findLaterEffect(
  { inEffectAtApproval }: Pick<DecisionRow, 'inEffectAtApproval'>,
  decisions: readonly DecisionRow[],
): string | undefined {
  const later = decisions.find((other) => isInEffect(other) && !inEffectAtApproval.includes(other.id));
  return later && describeInEffect(later);
}

function describeInEffect({ kind }: Pick<DecisionRow, 'kind'>): string {
  return `Sponsorship was already ${kind === 'reject' ? 'rejected' : 'accepted'} for this import.`;
}

export function checkReason(policy: PolicyVersion, body: DecideBody): void {
  if (!policy.policy.reasonRequired || body.reason.trim() !== '') return;
  throw new LandfallError('invalid', {
    userMessage: 'The policy requires a reason.',
    errors: [{ field: 'reason', message: 'Enter a reason' }],
  });
}

/** An odd status has to be confirmed by name, so that a status which changed meanwhile is noticed. */
export function checkOddStatus(oddity: string | null, statusKey: string | null, confirmed: string | undefined): void {
  if (oddity === null || confirmed === statusKey) return;
  throw new LandfallError('conflict', {
    userMessage: `${oddity} Nothing was sent. Confirm that you want to accept sponsorship anyway.`,
    errors: [{ field: 'confirmStatus', message: `Must be “${statusKey}” to accept in this status` }],
  });
}

export function checkBudget(policyResult: PolicyResult, body: DecideBody, approver: Approver): void {
  if (policyResult.budget !== 'stop') return;
  if (!body.overrideBudget) throw new LandfallError('conflict', policyResult.explanation);
  if (!approver.isAdmin) throw new LandfallError('forbidden', 'Only an admin can exceed the budget.');
  if (body.reason.trim() === '') {
    throw new LandfallError('invalid', {
      userMessage: 'Exceeding the budget needs a reason.',
      errors: [{ field: 'reason', message: 'Enter why the budget may be exceeded' }],
    });
  }
}

/** The second person approves exceeding the budget only if that was proposed. */
export function checkProposedBudget(policyResult: PolicyResult, proposal: DecisionRow, isAdmin: boolean): void {
  if (policyResult.budget !== 'stop') return;
  if (!proposal.budgetOverride) {
    throw new LandfallError(
      'conflict',
      'The budget was used up after this was proposed. Withdraw the proposal; an admin can then propose to exceed the budget.',
    );
  }
  if (isAdmin) return;
  throw new LandfallError(
    'forbidden',
    `${proposal.proposedBy} proposed to exceed the budget and is no longer an admin. An admin has to approve this.`,
  );
}
