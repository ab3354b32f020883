import { appendAudit, type AuditDeps } from '../audit/append-audit';
import { observe } from '../imports/observations/observe';
import type { AuditAction } from '../contract/audit-actions';
import { actorName, systemCaller, type Caller } from '../contract/caller';
import { isDatabaseOutage } from '../core/database-outage';
import { LandfallError, ServiceError } from '../core/errors';
import { recordChange } from '../store/events/changes';
import type { Db } from '../store/database/database';
import { recordStaffEvent } from '../store/outbox/events';
import {
  getDecision,
  lockDecisionsOf,
  refreshDecisionSummary,
  saveLateAnswer,
  type DecisionRow,
} from '../store/sponsorship/decisions';
import { closeRequests } from '../store/sponsorship/full-requests';
import { classifyAnswer, classifyFailure, nextRetry, type ClassifiedOutcome } from './classify-outcome';
import { findObstacle, senderOf } from './find-obstacle';
import { defaultTiming, type SponsorshipDeps } from './sponsorship-deps';
import { tryTransition } from './transition-decision';

/** After this, any instance may send the decision. Without a hold it is sent at once, and this covers a process that dies. */
export function sendDelayMs(deps: SponsorshipDeps): number {
  return deps.holdMs > 0 ? deps.holdMs : (deps.timing ?? defaultTiming).pickUpMs;
}

/** Without a hold, sends what was just approved. Otherwise the background job does, after the hold. */
export async function sendWhenDue(
  deps: SponsorshipDeps,
  row: DecisionRow,
  caller: Caller,
  signal?: AbortSignal,
): Promise<DecisionRow> {
  if (row.state !== 'approved' || deps.holdMs > 0) return row;
  return sendDecision(deps, row.id, caller, signal && { signal }).catch((err: unknown) => {
    if (!isDatabaseOutage(err)) throw err;
    deps.log.error({ err, decision: row.id }, 'the database was lost while a decision was being sent');
    const outcome =
      'The connection to the database was lost while this was being sent, so we do not know whether it was carried out.';
    return { ...row, state: 'unknown', outcome };
  });
}

/** Only one instance wins the claim. The signal ends the wait for the rate limit, never a call in flight. */
export async function sendDecision(
  deps: SponsorshipDeps,
  id: string,
  caller: Caller,
  options: { signal?: AbortSignal; ifDue?: boolean } = {},
): Promise<DecisionRow> {
  const claimed = await claimDecision(deps, id, caller, options.ifDue);
  if (claimed?.state !== 'sending') return claimed ?? readExisting(deps, id);
  await deps.checkpoint?.('claimed');
  const { importId } = claimed;
  if (importId === null || claimed.kind === 'start_full') {
    throw new Error('start_full can only be sent by startFullMigration');
  }
  await deps.checkpoint?.('before_call');
  const send = claimed.kind === 'accept' ? deps.client.acceptPayment : deps.client.rejectPayment;
  const classified = await callAfterClaim(deps, claimed, (deadlineMs) =>
    send({
      environment: claimed.environment,
      lane: 'decision',
      person: claimed.lastApproverId === null ? null : `staff ${claimed.lastApproverId}`,
      deadlineMs,
      id: importId,
      ...(options.signal && { signal: options.signal }),
    }),
  ).then(
    (answer) => classifyAnswer(answer.status, answer.receivedAt),
    (error: unknown) => classifyFailure(error, deps.clock.now()),
  );
  await deps.checkpoint?.('after_call');
  const written = await writeOutcome(deps, claimed, classified);
  await deps.checkpoint?.('outcome_committed');
  if (classified.gone) {
    await observe(deps.observer, {
      environment: claimed.environment,
      importId,
      source: 'decision',
      status: null,
      gone: true,
      seenAt: deps.clock.now(),
    });
  }
  return written;
}

/** Checks the approver, status and availability again: they may have changed since the approval. */
export async function claimDecision(
  deps: SponsorshipDeps,
  id: string,
  caller: Caller,
  ifDue = false,
): Promise<DecisionRow | undefined> {
  return deps.database.transaction(async (tx) => {
    const found = await getDecision(tx, id);
    if (found) await lockDecisionsOf(tx, found);
    const before = await getDecision(tx, id);
    if (!before) throw new LandfallError('not_found', 'This decision does not exist.');
    const obstacle = await findObstacle(deps, tx, before);
    if (obstacle !== undefined) return giveUp(deps, tx, before, obstacle);
    const at = deps.clock.now();
    const row = await tryTransition(
      tx,
      before,
      { type: 'claim' },
      {
        set: {
          sentAt: at,
          sends: before.sends + 1,
          answeredAt: null,
          answerStatus: null,
          outcome: '',
          ...senderOf(before),
        },
        leaseForMs: (deps.timing ?? defaultTiming).leaseMs,
        notBeforeInMs: null,
        ifDue,
        step: { at, by: actorName(caller.actor), explanation: `${kindLabel(before)} sent to the service` },
      },
    );
    if (row) await recordDecisionChange(deps, tx, row, caller, 'sponsorship.sending');
    return row;
  });
}

/** Not if the process was suspended since the claim: a person may have settled the decision after the lease. */
export async function callAfterClaim<T>(
  { clock, timing = defaultTiming }: SponsorshipDeps,
  claimed: DecisionRow,
  call: (deadlineMs: number) => Promise<T>,
): Promise<T> {
  const { callDeadlineMs } = timing;
  const sinceMs = clock.now().getTime() - (claimed.sentAt?.getTime() ?? 0);
  if (sinceMs <= callDeadlineMs) return call(callDeadlineMs);
  throw new ServiceError('service_unreachable', {
    workDone: 'no',
    userMessage: 'Landfall was interrupted before the call.',
  });
}

/** Stores the outcome under its claim. A late response is stored and shown separately, and changes nothing. */
export async function writeOutcome(
  deps: SponsorshipDeps,
  claimed: DecisionRow,
  classified: ClassifiedOutcome,
  extra: { importId?: string } = {},
): Promise<DecisionRow> {
  await deps.checkpoint?.('before_outcome');
  const written = await deps.database.transaction(async (tx) => {
    await lockDecisionsOf(tx, { ...claimed, ...extra });
    const row = await applyOutcome(deps, tx, claimed, classified, extra);
    if (!row) {
      const says = classified.explanation;
      const { outcome } = classified;
      const late = await saveLateAnswer(tx, claimed.id, { at: deps.clock.now().toISOString(), says, outcome });
      if (late)
        await recordDecisionChange(deps, tx, { ...late, outcome: says }, systemCaller, 'sponsorship.late_answer');
      return late;
    }
    if (row.state === 'confirmed' && row.importId !== null) {
      const reason = row.kind === 'reject' ? 'rejected' : 'accepted';
      await closeRequests(tx, row.environment, row.importId, { at: deps.clock.now(), reason });
    }
    const action: AuditAction = `sponsorship.${row.state === 'approved' ? 'not_sent' : row.state}`;
    if (!isGivenUp(classified, row)) await recordDecisionChange(deps, tx, row, systemCaller, action);
    return row;
  });
  return written ?? readExisting(deps, claimed.id);
}

async function applyOutcome(
  deps: SponsorshipDeps,
  tx: Db,
  claimed: DecisionRow,
  classified: ClassifiedOutcome,
  extra: { importId?: string },
): Promise<DecisionRow | undefined> {
  const at = deps.clock.now();
  // Refusing the second send says nothing about the first.
  const sentBefore = classified.outcome === 'refused' && claimed.sends > 1;
  const explanation =
    claimed.environment === 'sandbox' && classified.outcome === 'confirmed'
      ? `${classified.explanation} This is the sandbox: nothing was decided.`
      : sentBefore
        ? `${classified.explanation} ${earlierSendUnknown}`
        : classified.explanation;
  const step = { at, by: 'service', explanation };
  const answer = { type: 'answer', outcome: sentBefore ? 'unknown' : classified.outcome } as const;
  const common = { claims: claimed.claims, step, leaseForMs: null };
  if (classified.outcome !== 'not_sent') {
    return tryTransition(tx, claimed, answer, {
      ...common,
      set: { ...extra, answeredAt: at, answerStatus: classified.answerStatus, outcome: explanation },
    });
  }
  const notSent = claimed.notSent + 1;
  const firstNotSentAt = claimed.firstNotSentAt ?? at;
  // A start_full cannot be retried: it needs the destination token, which is never stored.
  const retry =
    claimed.kind === 'start_full'
      ? null
      : nextRetry({ notSent, firstNotSentAt, now: at, retryAfterS: classified.retryAfterS, random: deps.random });
  const returned = await tryTransition(tx, claimed, answer, {
    ...common,
    set: {
      notSent,
      firstNotSentAt,
      sends: claimed.sends - 1,
      ...(claimed.sends === 1 ? { sentAt: null } : {}),
      outcome: explanation,
    },
    notBeforeInMs: retry?.delayMs ?? 0,
  });
  if (!returned || retry) return returned;
  return giveUp(deps, tx, returned, explanation);
}

const isGivenUp = ({ outcome }: ClassifiedOutcome, { state }: DecisionRow) =>
  outcome === 'not_sent' && state !== 'approved';

/** Closes a decision that never reached the service. After "send again" the earlier send is still unknown. */
export async function giveUp(
  deps: SponsorshipDeps,
  tx: Db,
  row: DecisionRow,
  reason: string,
): Promise<DecisionRow | undefined> {
  const at = deps.clock.now();
  const sentBefore = row.sends > 0;
  const explanation = sentBefore ? `Not sent again. ${reason} ${earlierSendUnknown}` : `Not sent. ${reason}`;
  const after = await tryTransition(
    tx,
    row,
    { type: 'give_up', sentBefore },
    {
      set: { outcome: explanation, ...(sentBefore ? noResolution : { answeredAt: at }) },
      notBeforeInMs: null,
      step: { at, by: 'system', explanation },
    },
  );
  if (after) await recordDecisionChange(deps, tx, after, systemCaller, `sponsorship.${after.state}`);
  return after;
}

export const earlierSendUnknown = 'The outcome of the earlier send is still unknown.';

/** Takes back "send again". */
export const noResolution = {
  resolution: null,
  resolvedById: null,
  resolvedBy: null,
  resolvedAt: null,
  resolutionReason: '',
};

export async function recordDecisionChange(
  deps: AuditDeps,
  tx: Db,
  row: DecisionRow,
  caller: Caller,
  action: AuditAction,
): Promise<void> {
  if (row.importId !== null) await refreshDecisionSummary(tx, row.environment, row.importId);
  const subject = row.importId ?? row.id;
  await recordChange(tx, { kind: 'decision', environment: row.environment, subject });
  if (action === 'sponsorship.unknown') {
    await recordStaffEvent(tx, {
      kind: 'outcome_unknown',
      environment: row.environment,
      importId: row.importId,
      text: `${kindLabel(row)}: not confirmed by the service. ${row.outcome}`,
    });
  }
  await appendAudit(deps, tx, {
    caller,
    action,
    environment: row.environment,
    subject,
    after: {
      decision: row.id,
      kind: row.kind,
      state: row.state,
      // The latest reason given.
      reason: row.resolutionReason || row.approvalReason || row.reason,
      policy: row.policyVersion,
      outcome: row.outcome,
      sends: row.sends,
    },
  });
}

async function readExisting(deps: SponsorshipDeps, id: string): Promise<DecisionRow> {
  const row = await getDecision(deps.database.db, id);
  if (!row) throw new LandfallError('not_found', 'This decision does not exist.');
  return row;
}

function kindLabel(row: Pick<DecisionRow, 'kind'>): string {
  if (row.kind === 'start_full') return 'A sponsored full migration';
  return row.kind === 'accept' ? 'Accept sponsorship' : 'Reject sponsorship';
}
