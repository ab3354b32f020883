import type { Channel } from '../../contract/outbox';
import type { BackgroundJob } from '../../core/background-jobs';
import { inSpan } from '../../core/span';
import { signStandardWebhook } from '../../core/standard-webhooks';
import { claimPosts, readMsToNextMessage, receiverOf, type DueMessage } from '../../store/outbox/send-queue';
import { leavesNotifyUrl } from '../leaves-messages';
import { decryptContent } from '../message-content';
import { findHiddenEvents } from '../staff/find-hidden-events';
import { decryptTarget } from '../staff/rule-target';
import { timingOf, type DeliveryDeps } from './delivery-deps';
import { keepSending } from './keep-sending';
import { postMessage } from './post-message';
import {
  createStoreOutcome,
  failed,
  findReasonToFail,
  findReasonToSkip,
  sent,
  skipped,
  tryAgain,
} from './store-outcome';

const maxInFlight = 32;
/** Limit per receiver, so that a hanging one does not delay others. */
const perReceiver = 4;

/** Background job of every instance: chat, signed webhooks and NOTIFY_URL. */
export function createSendPostsJob(deps: DeliveryDeps): BackgroundJob {
  const storeOutcome = createStoreOutcome(deps);
  const { postLeaseMs: leaseMs, postDeadlineMs: deadlineMs } = timingOf(deps);
  const inFlight = new Map<string, number>();
  const count = (message: DueMessage, change: 1 | -1) => {
    const receiver = receiverOf(message);
    const left = (inFlight.get(receiver) ?? 0) + change;
    if (left === 0) inFlight.delete(receiver);
    else inFlight.set(receiver, left);
  };

  const send = async (message: DueMessage): Promise<void> => {
    const reason = findReasonToSkip(deps, message);
    if (reason !== undefined) return storeOutcome(skipped(message, reason));
    const request = readRequest(deps, message);
    if ('skip' in request) return storeOutcome(skipped(message, request.skip));
    if ('fail' in request)
      return storeOutcome(failed(message, { status: null, response: request.fail, durationMs: 0 }));
    await deps.checkpoint?.('before_send');
    const startedMs = deps.clock.now().getTime();
    const attributes = { 'landfall.message.channel': message.channel };
    const { outcome, ...result } = await inSpan('send message', { kind: 'client', attributes }, async (set) => {
      const posted = await postMessage({ fetch: deps.fetch, now: deps.clock.now(), deadlineMs }, request);
      set({ 'landfall.outcome': posted.outcome });
      return posted;
    });
    await deps.checkpoint?.('after_send');
    const { retryAfterMs, ...answer } = result;
    const host = URL.canParse(request.url) && { host: new URL(request.url).host };
    const attempt = { ...answer, ...host, durationMs: deps.clock.now().getTime() - startedMs };
    if (outcome === 'sent') return storeOutcome(sent(message, attempt));
    deps.log.warn({ message: message.id, status: attempt.status, outcome }, 'a notification was not delivered');
    return storeOutcome(
      outcome === 'failed' ? failed(message, attempt) : tryAgain(deps, message, { ...attempt, retryAfterMs }),
    );
  };

  return {
    name: 'notifications',
    everyMs: 30_000,
    run: (signal) =>
      keepSending(
        { clock: deps.clock, signal },
        {
          maxInFlight,
          claim: async (limit) => {
            const channels = await listChannels(deps);
            const claimed = await deps.database.transaction((tx) =>
              claimPosts(tx, { channels, limit, leaseMs, perReceiver, inFlight }),
            );
            for (const message of claimed) count(message, 1);
            if (claimed.length > 0) await deps.checkpoint?.('claimed');
            return claimed;
          },
          send: (message) => send(message).finally(() => count(message, -1)),
        },
      ),
    early: {
      afterMs: 1000,
      untilDueMs: async () => readMsToNextMessage(deps.database.db, await listChannels(deps)),
    },
  };
}

async function listChannels(deps: DeliveryDeps): Promise<Channel[]> {
  return (await leavesNotifyUrl(deps)) ? ['slack', 'webhook'] : ['slack', 'webhook', 'json'];
}

type Request = { url: string; body: string; headers: Record<string, string>; secrets: readonly string[] };

function readRequest(deps: DeliveryDeps, message: DueMessage): Request | { skip: string } | { fail: string } {
  const { channel, contentEncrypted, rule } = message;
  const problem = findReasonToFail(message);
  if (problem !== undefined) return { fail: problem };
  const content = contentEncrypted ? decryptContent(deps, contentEncrypted) : undefined;
  if (content?.kind !== 'post') return { fail: 'The content cannot be read.' };
  const hidden = findHiddenEvents(message, content.report);
  if (hidden !== undefined) return { skip: hidden };
  const { body } = content;
  if (channel === 'json' && deps.notifyUrl !== undefined)
    return { url: deps.notifyUrl, body, headers: {}, secrets: [] };
  const target = rule?.targetEncrypted ? decryptTarget(deps, rule.targetEncrypted) : undefined;
  if (!target) return { fail: 'The URL of the rule cannot be read.' };
  if (channel !== 'webhook') return { ...target, body, headers: {} };
  const headers = signStandardWebhook(body, { id: message.id, at: deps.clock.now(), secrets: target.secrets });
  if (headers['webhook-signature'] === '') return { fail: 'The rule has no usable secret.' };
  return { ...target, body, headers };
}
