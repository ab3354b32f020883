import type { AuditAction } from '../contract/audit-actions';
import { systemCaller } from '../contract/caller';
import type { Db } from '../store/database/database';
import { lockDecisionsOf, saveLateAnswer, type DecisionRow } from '../store/sponsorship/decisions';
import { nextRetry, type ClassifiedOutcome } from './classify-outcome';
import { earlierSendUnknown, giveUp, noResolution } from './give-up';
import { recordDecisionChange } from './record-decision-change';
import { requireDecision } from './require-decision';
import type { SponsorshipDeps } from './sponsorship-deps';
import { closeAnsweredRequests } from './close-answered-requests';
import { tryTransition } from './transition-decision';

/**
 * Stores the outcome under its claim. A late response is stored and shown separately. It changes nothing, unless it disproves
 * what a person has settled.
 */
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
    if (!row) return writeLateAnswer(deps, tx, claimed, classified, extra);
    await closeAnsweredRequests(deps, tx, row);
    const action: AuditAction = `sponsorship.${row.state === 'approved' ? 'not_sent' : row.state}`;
    if (!isGivenUp(classified, row)) await recordDecisionChange(deps, tx, row, systemCaller, action);
    return row;
  });
  return written ?? requireDecision(deps.database.db, claimed.id);
}

async function writeLateAnswer(
  deps: SponsorshipDeps,
  tx: Db,
  claimed: DecisionRow,
  classified: ClassifiedOutcome,
  extra: { importId?: string },
): Promise<DecisionRow | undefined> {
  const { outcome, answerStatus } = classified;
  const at = deps.clock.now();
  const says = explain(claimed, classified);
  const late = await saveLateAnswer(tx, claimed.id, { at: at.toISOString(), says, outcome });
  if (!late) return undefined;
  await recordDecisionChange(deps, tx, { ...late, outcome: says }, systemCaller, 'sponsorship.late_answer');
  if (outcome !== 'confirmed' || late.resolution !== 'settled_not_done') return late;
  const explanation = `${says} It had been settled as not carried out.`;
  const confirmed = await tryTransition(
    tx,
    late,
    { type: 'confirmed_late' },
    {
      set: { ...extra, ...noResolution, answeredAt: at, answerStatus, outcome: explanation },
      step: { at, by: 'service', explanation },
    },
  );
  if (!confirmed) return late;
  await closeAnsweredRequests(deps, tx, confirmed);
  await recordDecisionChange(deps, tx, confirmed, systemCaller, 'sponsorship.confirmed');
  return confirmed;
}

function explain({ environment }: DecisionRow, { outcome, explanation }: ClassifiedOutcome): string {
  const isRehearsal = environment === 'sandbox' && outcome === 'confirmed';
  return isRehearsal ? `${explanation} This is the sandbox: nothing was decided.` : explanation;
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
  const explained = explain(claimed, classified);
  const explanation = sentBefore ? `${explained} ${earlierSendUnknown}` : explained;
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
