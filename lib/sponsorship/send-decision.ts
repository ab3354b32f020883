import { actorName, systemCaller, type Caller } from '../contract/caller';
import { LandfallError } from '../core/errors';
import { recordChange } from '../store/changes';
import type { Db } from '../store/database';
import {
  getDecision,
  keepLateAnswer,
  moveDecision,
  refreshDecisionSummary,
  type DecisionRow,
} from '../store/decisions';
import { closeRequests } from '../store/full-requests';
import { classifyAnswer, classifyFailure, nextTry, type Classified } from './classify-outcome';
import { defaultTiming, type SponsorshipParts } from './sponsorship-parts';

/**
 * Claims an approved decision, sends it once, and writes down what came back. The claim is compare-and-set, so of any
 * number of instances one sends. Nothing here sends a second time: only `not sent` goes back to approved. The signal
 * ends the wait for the rate limit; a call that has left is always waited for.
 */
export async function sendDecision(
  parts: SponsorshipParts,
  id: string,
  caller: Caller,
  signal?: AbortSignal,
): Promise<DecisionRow> {
  const claimed = await claimDecision(parts, id, caller);
  if (!claimed) return existing(parts, id);
  await parts.checkpoint?.('claimed');
  const { importId } = claimed;
  if (importId === null || claimed.kind === 'start_full') {
    throw new Error('start_full is sent by startFullMigration alone');
  }
  await parts.checkpoint?.('before_call');
  const send = claimed.kind === 'accept' ? parts.client.acceptPayment : parts.client.rejectPayment;
  const classified = await send({
    environment: claimed.environment,
    lane: 'people',
    deadlineMs: (parts.timing ?? defaultTiming).callDeadlineMs,
    requestId: caller.requestId,
    id: importId,
    ...(signal && { signal }),
  }).then(
    (answer) => classifyAnswer(answer.status, answer.receivedAt),
    (error: unknown) => classifyFailure(error, parts.clock.now()),
  );
  await parts.checkpoint?.('after_call');
  const written = await writeOutcome(parts, claimed, classified);
  await parts.checkpoint?.('outcome_committed');
  if (classified.gone) await parts.observeGone(claimed.environment, importId);
  return written;
}

export async function claimDecision(
  parts: SponsorshipParts,
  id: string,
  caller: Caller,
): Promise<DecisionRow | undefined> {
  return parts.database.transaction(async (tx) => {
    const before = await getDecision(tx, id);
    if (!before) throw new LandfallError('not_found', { person: 'This decision does not exist.' });
    const at = parts.clock.now();
    const row = await moveDecision(tx, {
      id,
      from: 'approved',
      to: 'sending',
      set: { sentAt: at, sends: before.sends + 1, answeredAt: null, answerStatus: null, outcome: '' },
      leaseForMs: (parts.timing ?? defaultTiming).leaseMs,
      notBeforeInMs: null,
      step: { at, by: actorName(caller.actor), says: `${kindWord(before)} sent to the service` },
    });
    if (row) await tell(parts, tx, row, caller, 'sponsorship.sending');
    return row;
  });
}

/** Writes an outcome under the claim it belongs to. An answer that comes too late is kept beside, and changes nothing. */
export async function writeOutcome(
  parts: SponsorshipParts,
  claimed: DecisionRow,
  classified: Classified,
  extra: { importId?: string } = {},
): Promise<DecisionRow> {
  await parts.checkpoint?.('before_outcome');
  const written = await parts.database.transaction(async (tx) => {
    const row = await moveByOutcome(parts, tx, claimed, classified, extra);
    if (!row) {
      await keepLateAnswer(tx, claimed.id, { at: parts.clock.now().toISOString(), says: classified.says });
      return undefined;
    }
    if (row.state === 'confirmed' && row.importId !== null) {
      const why = row.kind === 'reject' ? 'rejected' : 'accepted';
      await closeRequests(tx, row.environment, row.importId, { at: parts.clock.now(), why });
    }
    await tell(parts, tx, row, systemCaller, `sponsorship.${row.state === 'approved' ? 'not_sent' : row.state}`);
    return row;
  });
  if (written?.state === 'unknown') {
    parts.notify({
      kind: 'outcome_unknown',
      environment: written.environment,
      importId: written.importId,
      text: `${kindWord(written)} was sent and no answer came. ${written.outcome}`,
    });
  }
  return written ?? existing(parts, claimed.id);
}

async function moveByOutcome(
  parts: SponsorshipParts,
  tx: Db,
  claimed: DecisionRow,
  classified: Classified,
  extra: { importId?: string },
): Promise<DecisionRow | undefined> {
  const at = parts.clock.now();
  const says = claimed.environment === 'sandbox' ? inSandbox(classified) : classified.says;
  const step = { at, by: 'service', says };
  const common = { id: claimed.id, from: 'sending', claims: claimed.claims, step, leaseForMs: null } as const;
  if (classified.outcome !== 'not_sent') {
    return moveDecision(tx, {
      ...common,
      to: classified.outcome,
      set: { ...extra, answeredAt: at, answerStatus: classified.answerStatus, outcome: says },
    });
  }
  const notSent = claimed.notSent + 1;
  const firstNotSentAt = claimed.firstNotSentAt ?? at;
  // What a start_full would create again needs the destination token, which is never stored: it is not tried again.
  const again =
    claimed.kind === 'start_full'
      ? null
      : nextTry({ notSent, firstNotSentAt, now: at, retryAfterS: classified.retryAfterS, random: parts.random });
  const back = await moveDecision(tx, {
    ...common,
    to: 'approved',
    set: { notSent, firstNotSentAt, sends: claimed.sends - 1, sentAt: null, outcome: says },
    notBeforeInMs: again?.delayMs ?? 0,
  });
  if (!back || again) return back;
  return giveUp(parts, tx, back, `Not sent. ${says}`);
}

/** Refused as "not sent": nothing was asked of the service, and nothing will be. */
export async function giveUp(
  parts: SponsorshipParts,
  tx: Db,
  row: DecisionRow,
  says: string,
): Promise<DecisionRow | undefined> {
  const at = parts.clock.now();
  return moveDecision(tx, {
    id: row.id,
    from: 'approved',
    to: 'refused',
    set: { outcome: says, answeredAt: at },
    notBeforeInMs: null,
    step: { at, by: 'system', says },
  });
}

export async function tell(
  parts: SponsorshipParts,
  tx: Db,
  row: DecisionRow,
  caller: Caller,
  action: string,
): Promise<void> {
  if (row.importId !== null) await refreshDecisionSummary(tx, row.environment, row.importId);
  const subject = row.importId ?? row.id;
  await recordChange(tx, { kind: 'decision', environment: row.environment, subject });
  await parts.audit.append(tx, {
    caller,
    action,
    environment: row.environment,
    subject,
    after: { decision: row.id, kind: row.kind, state: row.state, outcome: row.outcome, sends: row.sends },
  });
}

async function existing(parts: SponsorshipParts, id: string): Promise<DecisionRow> {
  const row = await getDecision(parts.database.db, id);
  if (!row) throw new LandfallError('not_found', { person: 'This decision does not exist.' });
  return row;
}

export function kindWord(row: Pick<DecisionRow, 'kind'>): string {
  if (row.kind === 'start_full') return 'A sponsored full migration';
  return row.kind === 'accept' ? 'Accept sponsorship' : 'Reject sponsorship';
}

function inSandbox(classified: Classified): string {
  return classified.outcome === 'confirmed'
    ? `${classified.says} This is the sandbox: nothing was decided.`
    : classified.says;
}
