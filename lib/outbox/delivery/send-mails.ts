import type { BackgroundJob } from '../../core/background-jobs';
import { inSpan } from '../../core/span';
import {
  blockedMs,
  checkBreaker,
  closedBreaker,
  recordFailure,
  recordInconclusive,
  recordSuccess,
} from '../../service/client/circuit-breaker';
import type { Db } from '../../store/database/database';
import { isMailServerReason } from '../../store/outbox/mail-problems';
import { claimMails, readMsToNextMessage, type ClaimedMail } from '../../store/outbox/send-queue';
import { giveWay } from '../give-way';
import { createLogoReader } from '../mail-logo';
import { decryptContent } from '../message-content';
import { findHiddenEvents } from '../staff/find-hidden-events';
import { classifyMailError } from './classify-mail-error';
import type { Mailer } from './create-mailer';
import { timingOf, type DeliveryDeps } from './delivery-deps';
import { keepSending } from './keep-sending';
import { prepareMails, type PreparedMail } from './prepare-mails';
import {
  createStoreOutcome,
  failed,
  findReasonToFail,
  findReasonToSkip,
  sent,
  skipped,
  tryAgain,
} from './store-outcome';

const batch = 50;
/** Messages that were claimed longer ago are checked again before they are sent. Far shorter than the lease. */
const checkAgainMs = 15_000;
/** When a message that could not be sent because of the mail server is due again. */
const serverDownMs = 30_000;

/** Background job of every instance. While the mail server does not work, it tries one message now and then. */
export function createSendMailsJob(deps: DeliveryDeps, mailer: Mailer): BackgroundJob {
  const storeOutcome = createStoreOutcome(deps);
  const addLogo = createLogoReader(deps);
  const { mailLeaseMs } = timingOf(deps);
  let breaker = closedBreaker;
  const nowMs = () => deps.clock.now().getTime();

  const claimUpTo = (tx: Db, limit: number) => claimMails(tx, { limit, leaseMs: mailLeaseMs, limits: mailer.limits });

  const claimTogether = (limit: number) =>
    deps.database.transaction(async (tx) => {
      const found = await claimUpTo(tx, limit);
      return { ...found, claimed: await prepareMails(deps, tx, found.claimed) };
    });

  /** Claimed before it is prepared: after a failure it is tried again later, so that it delays no other. */
  const claimOne = async () => {
    const found = await deps.database.transaction((tx) => claimUpTo(tx, 1));
    try {
      return { ...found, claimed: await deps.database.transaction((tx) => prepareMails(deps, tx, found.claimed)) };
    } catch (error) {
      for (const message of found.claimed) {
        deps.log.error({ err: error, message: message.id }, 'an e-mail could not be prepared');
        const attempt = { status: null, response: 'The e-mail could not be prepared.', durationMs: 0 };
        await storeOutcome({ ...tryAgain(deps, message, attempt), hitId: message.hitId });
      }
      return { claimed: [], waiting: 1 };
    }
  };

  const claim = async (limit: number): Promise<PreparedMail[]> => {
    for (;;) {
      const { claimed, waiting } = await claimTogether(limit).catch(claimOne);
      // Those of one recipient may hide others.
      if (claimed.length > 0 || waiting === 0) return claimed;
    }
  };

  const send = async (message: PreparedMail): Promise<void> => {
    const reason = findReasonToSkip(deps, message) ?? message.skip;
    if (reason !== undefined) return storeOutcome({ ...skipped(message, reason), hitId: message.hitId });
    const content = message.contentEncrypted ? decryptContent(deps, message.contentEncrypted) : undefined;
    const hidden = findHiddenEvents(message, content?.report);
    if (hidden !== undefined) return storeOutcome({ ...skipped(message, hidden), hitId: message.hitId });
    const problem =
      findReasonToFail(message) ?? (content?.kind === 'email' ? undefined : 'The content cannot be read.');
    if (problem !== undefined || content?.kind !== 'email') {
      const attempt = { status: null, response: problem ?? '', durationMs: 0 };
      return storeOutcome({ ...failed(message, attempt), hitId: message.hitId });
    }
    const mail = await addLogo(content);
    await deps.checkpoint?.('before_send');
    const startedMs = nowMs();
    const { id, recipient, hitId } = message;
    const result = await inSpan(
      'send message',
      { kind: 'client', attributes: { 'landfall.message.channel': 'email' } },
      () => mailer.send({ id, recipient, content: mail }),
    ).then(
      (response) => ({ response }),
      (error: unknown) => ({ failure: classifyMailError(error) }),
    );
    await deps.checkpoint?.('after_send');
    const durationMs = nowMs() - startedMs;
    if ('response' in result) {
      breaker = recordSuccess();
      return storeOutcome(sent(message, { status: 250, response: result.response, durationMs }));
    }
    const { failure } = result;
    breaker = failure.server ? recordFailure(breaker, nowMs()) : recordSuccess();
    deps.log.warn({ message: id, status: failure.status, server: failure.server }, 'an e-mail was not sent');
    const { status, response, reason: plainReason } = failure;
    const attempt = { status, response, durationMs };
    if (failure.beforeMessage) {
      const again = { state: 'pending', reason: plainReason, inMs: serverDownMs, counts: false } as const;
      // A server that does not work for days must not fill the log.
      const repeats = isMailServerReason(message.reason);
      return storeOutcome({ message, ...again, attempt: { ...attempt, outcome: 'retry', repeats }, hitId });
    }
    // A connection that broke during the message may have delivered it.
    const refused = failure.server ? {} : { hitId };
    return storeOutcome(
      failure.permanent
        ? { ...failed(message, { ...attempt, reason: plainReason }), ...refused, bounced: failure.bounced }
        : { ...tryAgain(deps, message, { ...attempt, reason: plainReason }), ...refused },
    );
  };
  const release = (message: ClaimedMail) => {
    const { reason, hitId, nextAt } = message;
    // As long ago as before, so that it keeps its place.
    const inMs = Math.min(0, nextAt.getTime() - nowMs());
    return storeOutcome({ message, state: 'pending', reason, inMs, counts: false, attempt: null, hitId });
  };

  return {
    name: 'mail',
    everyMs: 30_000,
    run: async (signal) => {
      /** Claimed together, because a claim per message would take longer than the message. */
      let claimed: PreparedMail[] = [];
      let claimedAtMs = 0;
      try {
        await keepSending(
          { clock: deps.clock, signal },
          {
            maxInFlight: mailer.connections,
            claim: async (free) => {
              const { allowed, next } = checkBreaker(breaker, nowMs(), mailer.deadlineMs);
              breaker = next;
              if (!allowed) return [];
              const isProbe = next.state === 'half_open';
              if (claimed.length > 0 && nowMs() - claimedAtMs > checkAgainMs)
                await Promise.all(claimed.splice(0).map(release));
              if (claimed.length === 0) {
                if (claimedAtMs > 0) await giveWay(deps, signal);
                claimedAtMs = nowMs();
                claimed = await claim(isProbe ? 1 : batch);
                if (claimed.length > 0) await deps.checkpoint?.('claimed');
                else breaker = recordInconclusive(breaker, nowMs());
              }
              return claimed.splice(0, isProbe ? 1 : free);
            },
            send,
          },
        );
      } finally {
        await Promise.all(claimed.splice(0).map(release));
      }
    },
    early: {
      afterMs: 1000,
      untilDueMs: async () => {
        const dueMs = await readMsToNextMessage(deps.database.db, ['email']);
        return dueMs === undefined ? undefined : Math.max(dueMs, blockedMs(breaker, nowMs()));
      },
    },
  };
}
