import { createBatchQueue } from '../../core/create-batch-queue';
import { recordReturned } from '../../store/outbox/contacts';
import type { DueMessage } from '../../store/outbox/send-queue';
import { settleMessages, type Settlement } from '../../store/outbox/settle-messages';
import { recordMessageChange } from '../../store/outbox/record-message-change';
import { deleteHits } from '../../store/staff/throttle';
import { findSettingsObstacle } from '../find-settings-obstacle';
import type { DeliveryDeps } from './delivery-deps';
import { maxAttempts, retryDelayMs } from './retry-delay';

export type Outcome = Omit<Settlement, 'message'> & {
  message: DueMessage;
  /** The recipient's address does not work. */
  bounced?: boolean;
};

export type StoreOutcome = (outcome: Outcome) => Promise<void>;

/** Outcomes that arrive during a transaction share the next one. */
export function createStoreOutcome(deps: DeliveryDeps): StoreOutcome {
  const queue = createBatchQueue<Outcome, void>({
    process: async (take) => {
      const outcomes = take();
      await deps.database.transaction(async (tx) => {
        const settled = await settleMessages(tx, outcomes);
        await deleteHits(
          tx,
          outcomes.flatMap(({ hitId }) => hitId ?? []),
        );
        // Nothing is stored about a message that was erased while it was sent.
        const stored = new Set(settled.map(({ id }) => id));
        for (const { message, reason, bounced } of outcomes.filter(({ message: { id } }) => stored.has(id))) {
          if (bounced) await recordReturned(tx, message, { reason, at: deps.clock.now() });
        }
        // Not those that are tried again.
        await recordMessageChange(
          tx,
          settled.filter(({ state }) => state !== 'pending'),
        );
      });
      await deps.checkpoint?.('outcome_committed');
      return outcomes.map(() => undefined);
    },
    sizeOf: () => 1,
    limits: { maxItems: 100, maxBytes: 100, maxWaiting: 1000, maxWaitingBytes: 1000 },
  });
  return async (outcome) => {
    await queue.add(outcome);
    const { message, state, attempt } = outcome;
    if (attempt !== null || state !== 'pending') {
      deps.metrics.message({ channel: message.channel, outcome: attempt?.outcome ?? state });
    }
  };
}

/** `reason` is for all staff, and the response if it is not given. */
type Attempt = { host?: string; status: number | null; response: string; durationMs: number; reason?: string };

export const sent = (message: DueMessage, attempt: Attempt): Outcome => {
  const outcome = { ...attempt, outcome: 'sent' as const };
  return { message, state: 'sent', reason: '', inMs: null, counts: true, attempt: outcome };
};

export const failed = (message: DueMessage, { reason, ...attempt }: Attempt): Outcome => {
  const outcome = { ...attempt, outcome: 'failed' as const };
  return { message, state: 'failed', reason: reason ?? attempt.response, inMs: null, counts: true, attempt: outcome };
};

export const skipped = (message: DueMessage, reason: string): Outcome => {
  return { message, state: 'skipped', reason, inMs: null, counts: false, attempt: null };
};

/** Failed after the last attempt. */
export function tryAgain(
  { random }: DeliveryDeps,
  message: DueMessage,
  attempt: Attempt & { retryAfterMs?: number | undefined },
): Outcome {
  const { retryAfterMs, reason, ...stored } = attempt;
  const inMs = retryDelayMs(message.attempts, random, retryAfterMs);
  if (inMs === undefined) return failed(message, { ...stored, reason: reason ?? stored.response });
  const outcome = { ...stored, outcome: 'retry' as const };
  return { message, state: 'pending', reason: reason ?? attempt.response, inMs, counts: true, attempt: outcome };
}

/** Older news would be confusing, for example after the app was stopped. */
const newsMs = 3 * 86_400_000;

/** Why a message that is due should not be sent any more. Undefined: send it. */
export function findReasonToSkip(deps: DeliveryDeps, message: DueMessage): string | undefined {
  const { wasTried, createdAt } = message;
  const isOld = !wasTried && deps.clock.now().getTime() - createdAt.getTime() > newsMs;
  return findSettingsObstacle(deps, message) ?? (isOld ? 'Not sent within three days.' : undefined);
}

/** A message that ended the process each time is not tried forever. */
export function findReasonToFail({ attempts, contentEncrypted }: DueMessage): string | undefined {
  if (attempts > maxAttempts) return 'The app stopped during the last attempt.';
  return contentEncrypted === null ? 'The content is missing.' : undefined;
}
