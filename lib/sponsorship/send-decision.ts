import { observe } from '../imports/observations/observe';
import type { Caller } from '../contract/caller';
import { isDatabaseOutage } from '../core/database-outage';
import type { DecisionRow } from '../store/sponsorship/decisions';
import { callAfterClaim, claimDecision } from './claim-decision';
import { classifyAnswer, classifyFailure } from './classify-outcome';
import { requireDecision } from './require-decision';
import { defaultTiming, type SponsorshipDeps } from './sponsorship-deps';
import { writeOutcome } from './write-outcome';

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
  if (claimed?.state !== 'sending') return claimed ?? requireDecision(deps.database.db, id);
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
