import type { Caller } from '../contract/caller';
import type { DecideBody, Decision, Resolution } from '../contract/decisions';
import type { Environment } from '../contract/environment';
import { LandfallError } from '../core/errors';
import { applySettlement } from '../imports/creation/apply-settlement';
import type { Db } from '../store/database/database';
import { getAttempt } from '../store/imports/creation-attempts';
import {
  countMonthDecisions,
  getDecision,
  lockDecisions,
  readDecisionSubject,
  type DecisionRow,
  listDecisions,
} from '../store/sponsorship/decisions';
import { readCurrentPolicy } from '../store/sponsorship/policies';
import { checkEarlierDecision, checkOddStatus, checkShownEffect, listInEffect, type Approver } from './check-decision';
import { closeAnsweredRequests } from './close-answered-requests';
import { isSamePerson, requireApprover } from './decide-sponsorship';
import { isConfirmedLate, readLateAnswer } from './late-answer';
import { checkNotHeld } from './hold-restored';
import { monthStart } from './month-budget';
import { findOddStatus, goneReason } from './odd-status';
import { lastApprover, needsOtherApprover } from './other-approver';
import { earlierSendUnknown, noResolution } from './give-up';
import { recordDecisionChange } from './record-decision-change';
import { sendDelayMs, sendWhenDue } from './send-decision';
import type { SponsorshipDeps } from './sponsorship-deps';
import { toDecision } from './to-decision';
import { transitionOrThrow } from './transition-decision';

const resolutionLabels: Record<Resolution, string> = {
  send_again: 'chose to send again',
  settled_done: 'settled it with the migration service: it was carried out',
  settled_not_done: 'settled it with the migration service: it was not carried out',
};

interface DecisionTarget {
  caller: Caller;
  environment: Environment;
  importId: string;
  decisionId: string;
  reason: string;
}

/** Finds the decision only under its own import and environment. */
async function readTarget(tx: Db, input: DecisionTarget): Promise<DecisionRow> {
  await lockDecisions(tx, input.environment, input.importId);
  const row = await getDecision(tx, input.decisionId);
  const matches =
    row !== undefined && row.environment === input.environment && (row.importId ?? row.id) === input.importId;
  if (!matches) throw new LandfallError('not_found', 'This decision does not exist.');
  return row;
}

/** Only a person with a reason can resolve an unknown outcome. `send_again` is the only way to a second call. */
export async function resolveDecision(
  deps: SponsorshipDeps,
  input: DecisionTarget & {
    resolution: Resolution;
    sends?: number | undefined;
    lateReply?: boolean | undefined;
    inEffect?: DecideBody['inEffect'];
    confirmStatus?: string | undefined;
  },
): Promise<Decision> {
  const approver = requireApprover(input.caller);
  if (input.reason.trim() === '') {
    throw new LandfallError('invalid', {
      userMessage: 'Enter who confirmed this, and when.',
      errors: [{ field: 'reason', message: 'Enter who confirmed this, and when' }],
    });
  }
  const row = await deps.database.transaction(async (tx) => {
    const before = await readTarget(tx, input);
    const decisions = before.importId === null ? [] : await listDecisions(tx, before.environment, before.importId);
    if (before.state === 'unknown') {
      checkShown(input, before);
      checkShownEffect(input, decisions, approver);
    }
    if (input.resolution === 'send_again' && before.kind === 'start_full') {
      throw new LandfallError(
        'conflict',
        'A creation cannot be sent again from here. Settle this one first, then start a new one.',
      );
    }
    if (input.resolution === 'send_again' && before.kind === 'accept' && deps.whoPays === 'customer') {
      throw new LandfallError(
        'conflict',
        'Customers buy the full migration themselves (WHO_PAYS), so an acceptance is not sent again.',
      );
    }
    if (input.resolution !== 'settled_done') await checkOtherApprover(deps, tx, before, approver);
    if (input.resolution === 'send_again') {
      await checkNotHeld(tx);
      if (before.state === 'unknown' && isConfirmedLate(before)) {
        throw new LandfallError(
          'conflict',
          'A late reply says that this was carried out, so it is not sent again. Settle it instead.',
        );
      }
      checkEarlierDecision(before.kind, decisions, approver.isAdmin);
      await checkSubject(tx, before, input.confirmStatus);
    }
    const at = deps.clock.now();
    const after = await transitionOrThrow(
      tx,
      before,
      { type: 'resolve', resolution: input.resolution, approved: before.approvedAt !== null },
      {
        set: {
          resolution: input.resolution,
          resolvedById: approver.id,
          resolvedBy: approver.name,
          resolvedAt: at,
          resolutionReason: input.reason,
          ...(input.resolution === 'send_again'
            ? {
                notSent: 0,
                firstNotSentAt: null,
                inEffectAtApproval: listInEffect(decisions),
                confirmedStatus: input.confirmStatus ?? null,
              }
            : {}),
        },
        notBeforeInMs: input.resolution === 'send_again' ? sendDelayMs(deps) : null,
        step: { at, by: approver.name, explanation: `${approver.name} ${resolutionLabels[input.resolution]}` },
      },
    );
    await closeAnsweredRequests(deps, tx, after);
    const attempt = after.attemptId === null ? undefined : await getAttempt(tx, after.attemptId);
    if (attempt && input.resolution === 'settled_not_done') {
      const settled = { kind: 'not_created' } as const;
      await applySettlement(deps, tx, attempt, { settled, seenAt: at, caller: input.caller });
    }
    await recordDecisionChange(deps, tx, after, input.caller, 'sponsorship.resolved');
    return after;
  });
  return toDecision(await sendWhenDue(deps, row, input.caller));
}

function checkShown(shown: { sends?: number | undefined; lateReply?: boolean | undefined }, row: DecisionRow): void {
  const missed =
    shown.sends !== undefined && shown.sends !== row.sends
      ? 'Someone sent it again.'
      : shown.lateReply === false && readLateAnswer(row) !== undefined
        ? 'A late reply arrived.'
        : undefined;
  if (missed === undefined) return;
  throw new LandfallError(
    'conflict',
    `${missed} Your page did not show this yet, so nothing was recorded. Review it, then settle it again.`,
  );
}

/** The same checks as for a new decision. The claim repeats them. */
async function checkSubject(tx: Db, row: DecisionRow, confirmStatus: string | undefined): Promise<void> {
  const subject = row.importId === null ? undefined : await readDecisionSubject(tx, row.environment, row.importId);
  if (!subject) return;
  if (subject.gone) throw new LandfallError('conflict', `${goneReason} It cannot be sent again.`);
  const oddity = row.kind === 'reject' ? undefined : findOddStatus(subject.statusKey)?.explanation;
  checkOddStatus(oddity ?? null, subject.statusKey, confirmStatus);
}

async function checkOtherApprover(deps: SponsorshipDeps, tx: Db, row: DecisionRow, approver: Approver): Promise<void> {
  const now = deps.clock.now();
  const { policy } = await readCurrentPolicy(tx);
  const month = await countMonthDecisions(tx, row.environment, monthStart(now));
  const subject = row.importId === null ? undefined : await readDecisionSubject(tx, row.environment, row.importId);
  if (!needsOtherApprover(row, { policy, month, records: subject?.records ?? null })) return;
  const last = lastApprover(row);
  if (!(await isSamePerson(tx, last.id, approver.id, now))) return;
  throw new LandfallError(
    'conflict',
    `Someone other than ${last.name}, who approved this last, has to choose “Send again” or “Not carried out”.`,
  );
}

/** Withdraws a proposal, or an approval that has not been sent yet. Without "send again" the outcome is unknown again. */
export async function withdrawDecision(deps: SponsorshipDeps, input: DecisionTarget): Promise<Decision> {
  const approver = requireApprover(input.caller);
  return deps.database.transaction(async (tx) => {
    const before = await readTarget(tx, input);
    if (before.state === 'withdrawn') return toDecision(before);
    const at = deps.clock.now();
    const sentBefore = before.sends > 0;
    const set = sentBefore
      ? { ...noResolution, outcome: `Not sent again. ${earlierSendUnknown}` }
      : { resolvedById: approver.id, resolvedBy: approver.name, resolvedAt: at, resolutionReason: input.reason };
    const explanation = `${approver.name} ${sentBefore ? 'undid “send again”' : 'withdrew it'}`;
    const after = await transitionOrThrow(
      tx,
      before,
      { type: 'withdraw', sentBefore },
      { set, notBeforeInMs: null, step: { at, by: approver.name, explanation } },
    );
    await recordDecisionChange(deps, tx, after, input.caller, 'sponsorship.withdrawn');
    return toDecision(after);
  });
}
