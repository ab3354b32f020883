import { appendAudit } from '../../audit/append-audit';
import type { Caller } from '../../contract/caller';
import type { ResendFailedBody, ResentFailed } from '../../contract/message-log';
import type { Db } from '../../store/database/database';
import { lockMessages, requeueMessages, type MessagePosition } from '../../store/outbox/message-log';
import { recordMessageChange } from '../../store/outbox/record-message-change';
import { findObstacles } from '../customers/find-obstacles';
import { findSettingsObstacle } from '../find-settings-obstacle';
import { decryptContent } from '../message-content';
import type { OutboxDeps } from '../outbox-deps';
import { findHiddenEvents } from '../staff/find-hidden-events';

const page = 200;
const maxPages = 25;

type Deps = Pick<OutboxDeps, 'database' | 'cipher' | 'clock' | 'whoPays' | 'mail' | 'notifyUrl'>;

/** Queues all failed messages that match, by the rules for one of them. Those that may not be resent stay failed. */
export async function resendFailedMessages(
  deps: Deps,
  { filter, caller }: { filter: ResendFailedBody; caller: Caller },
): Promise<ResentFailed> {
  return deps.database.transaction(async (tx) => {
    const result = await resendPages(deps, tx, filter);
    if (result.resent > 0) {
      const { resent, refused } = result;
      await appendAudit(deps, tx, {
        caller,
        action: 'message.failed_resent',
        subject: 'messages',
        after: { filter, resent, refused },
      });
    }
    return result;
  });
}

async function resendPages(deps: Deps, tx: Db, filter: ResendFailedBody): Promise<ResentFailed> {
  const { audience, channel, rule: ruleId, q } = filter;
  const matching = { states: ['failed'], audience, channel, ruleId, search: q.trim(), limit: page } as const;
  let before: MessagePosition | undefined;
  let [resent, refused] = [0, 0];
  for (let nr = 0; nr < maxPages; nr += 1) {
    const messages = await lockMessages(tx, { ...matching, before });
    const { obstacles } = await findObstacles(deps, tx, messages);
    const sendable = messages.filter(
      (message) =>
        message.contentEncrypted !== null &&
        !obstacles.has(message.id) &&
        findSettingsObstacle(deps, message) === undefined &&
        findHiddenEvents(message, decryptContent(deps, message.contentEncrypted)?.report) === undefined,
    );
    await requeueMessages(
      tx,
      sendable.map(({ id }) => id),
    );
    await recordMessageChange(tx, sendable);
    resent += sendable.length;
    refused += messages.length - sendable.length;
    before = messages.at(-1);
    if (messages.length < page) return { resent, refused, more: false };
  }
  return { resent, refused, more: true };
}
