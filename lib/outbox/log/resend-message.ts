import { appendAudit } from '../../audit/append-audit';
import type { Caller } from '../../contract/caller';
import type { Message } from '../../contract/message-log';
import { LandfallError } from '../../core/errors';
import { requeueMessage } from '../../store/outbox/message-log';
import { recordMessageChange } from '../../store/outbox/record-message-change';
import { findObstacles, type Obstacle } from '../customers/find-obstacles';
import type { OutboxDeps } from '../outbox-deps';
import { mayPostAgain, toMessage } from './list-messages';
import { requireMessage } from './read-message';

const obstacleTexts: Record<Obstacle, string> = {
  newer: 'There is a newer message about this import, so this one is outdated.',
  untrue: 'The import has changed since, so this message is no longer true.',
  unsubscribed: 'The customer unsubscribed from messages about this import.',
  bounced: 'The address does not accept messages. Enter it again on the page of the import to use it again.',
  other_address: 'The customer of this import has another address now.',
  revoked: 'The start link that the address came from was revoked.',
  off: 'This e-mail is switched off in Settings > Customer e-mails.',
  dead_link: 'The link in this message was revoked. A new message is needed.',
  erased: 'The customer was erased.',
  expired: 'The link in this message has expired. A new message is needed.',
};

/** Queues a failed message again, or a post that was sent. `nextAt` is what was shown: each outcome is resent once. */
export async function resendMessage(
  deps: Pick<OutboxDeps, 'database' | 'cipher' | 'clock' | 'whoPays'>,
  { id, nextAt, caller }: { id: string; nextAt: string; caller: Caller },
): Promise<Message> {
  return deps.database.transaction(async (tx) => {
    const { contentEncrypted, importSince: _importSince, ...row } = await requireMessage(tx, id);
    const { state, reason } = row;
    if (state === 'sent' && !mayPostAgain(row))
      throw new LandfallError(
        'conflict',
        row.channel === 'email'
          ? 'This message was sent in the meantime.'
          : 'The rule of this message was disabled or deleted.',
      );
    if (state === 'sending' || state === 'pending')
      throw new LandfallError('conflict', 'This message is already waiting to be sent.');
    if (state === 'skipped')
      throw new LandfallError('conflict', `This message was not sent and cannot be resent. ${reason}`);
    if (contentEncrypted === null)
      throw new LandfallError('conflict', 'The content of this message was deleted, so it cannot be sent.');
    const obstacle = (await findObstacles(deps, tx, [{ ...row, contentEncrypted }])).obstacles.get(id);
    if (obstacle) throw new LandfallError('conflict', obstacleTexts[obstacle]);
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
    return toMessage(await requireMessage(tx, id));
  });
}
