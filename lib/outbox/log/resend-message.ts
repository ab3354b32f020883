import { appendAudit } from '../../audit/append-audit';
import type { Caller } from '../../contract/caller';
import type { Message } from '../../contract/message-log';
import { LandfallError } from '../../core/errors';
import type { Db } from '../../store/database/database';
import { requeueMessage } from '../../store/outbox/message-log';
import { recordMessageChange } from '../../store/outbox/record-message-change';
import { findObstacles } from '../customers/find-obstacles';
import { findSettingsObstacle } from '../find-settings-obstacle';
import { decryptContent } from '../message-content';
import { obstacleReasons } from '../obstacle-reasons';
import type { OutboxDeps } from '../outbox-deps';
import { findHiddenEvents } from '../staff/find-hidden-events';
import { toMessage } from './list-messages';
import { requireMessage } from './read-message';

/** Queues a failed message again, or a post that was sent. `nextAt` is what was shown: each outcome is resent once. */
export async function resendMessage(
  deps: Pick<OutboxDeps, 'database' | 'cipher' | 'clock' | 'whoPays' | 'mail' | 'notifyUrl'>,
  { id, nextAt, caller }: { id: string; nextAt: string; caller: Caller },
): Promise<Message> {
  return deps.database.transaction(async (tx) => {
    const { contentEncrypted, importSince: _importSince, ...row } = await requireMessage(tx, id);
    const { state, reason } = row;
    if (state === 'sent' && row.channel === 'email')
      throw new LandfallError('conflict', 'This message was sent in the meantime.');
    if (state === 'sending' || state === 'pending')
      throw new LandfallError('conflict', 'This message is already waiting to be sent.');
    if (state === 'skipped')
      throw new LandfallError('conflict', `This message was not sent and cannot be resent. ${reason}`);
    if (contentEncrypted === null)
      throw new LandfallError('conflict', 'The content of this message was deleted, so it cannot be sent.');
    const problem =
      findSettingsObstacle(deps, row) ??
      findHiddenEvents(row, decryptContent(deps, contentEncrypted)?.report) ??
      (await describeObstacle(deps, tx, row));
    if (problem) throw new LandfallError('conflict', `This message cannot be resent. ${problem}`);
    if (!(await requeueMessage(tx, { id, state, nextAt: new Date(nextAt) })))
      throw new LandfallError(
        'conflict',
        'This message was resent in the meantime. Reload the page to see how it went.',
      );
    await recordMessageChange(tx, [row]);
    await appendAudit(deps, tx, {
      caller,
      action: 'message.resent',
      environment: row.environment ?? undefined,
      subject: id,
      before: { state, reason, attempts: row.attempts },
      after: { state: 'pending', event: row.event, importId: row.importId },
    });
    return toMessage(deps, await requireMessage(tx, id));
  });
}

async function describeObstacle(
  deps: Parameters<typeof findObstacles>[0],
  tx: Db,
  message: Parameters<typeof findObstacles>[2][number],
): Promise<string | undefined> {
  const obstacle = (await findObstacles(deps, tx, [message])).obstacles.get(message.id);
  if (!obstacle) return undefined;
  const remedy = obstacle === 'bounced' ? ' Enter it again on the page of the import to use it again.' : '';
  return `${obstacleReasons[obstacle]}${remedy}`;
}
