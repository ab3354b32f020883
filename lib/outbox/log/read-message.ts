import type { Caller } from '../../contract/caller';
import type { MessageDetail } from '../../contract/message-log';
import { LandfallError } from '../../core/errors';
import type { Db } from '../../store/database/database';
import { listAttempts, readMessageRow } from '../../store/outbox/message-log';
import { createLogoReader } from '../mail-logo';
import { decryptContent } from '../message-content';
import type { OutboxDeps } from '../outbox-deps';
import { toMessage } from './list-messages';
import { maskContent } from './show-content';

const maxAttempts = 100;

/** Admins see all messages with their content and the servers' answers, other staff those to customers without them. */
export async function readMessage(
  deps: Pick<OutboxDeps, 'database' | 'cipher' | 'mail' | 'notifyUrl'>,
  { id, caller }: { id: string; caller: Caller },
): Promise<MessageDetail> {
  const { db } = deps.database;
  const isAdmin = caller.actor.kind === 'staff' && caller.actor.role === 'admin';
  const [row, attempts] = await Promise.all([requireMessage(db, id), listAttempts(db, id, maxAttempts)]);
  if (!isAdmin && row.audience !== 'customer') throw notFoundError();
  const { contentEncrypted, importSince, ...listed } = row;
  const content = isAdmin && contentEncrypted ? decryptContent(deps, contentEncrypted) : undefined;
  return {
    message: toMessage(deps, listed),
    log: attempts.map(({ at, outcome, host, status, response, durationMs }) => ({
      at: at.toISOString(),
      outcome,
      host,
      status,
      // It may name our hosts and accounts.
      response: isAdmin ? response : '',
      durationMs,
    })),
    content: content ? maskContent(content.kind === 'email' ? await createLogoReader(deps)(content) : content) : null,
    statusChangedAt: importSince && importSince > row.createdAt ? importSince.toISOString() : null,
  };
}

export async function requireMessage(db: Db, id: string) {
  const row = await readMessageRow(db, id);
  if (row) return row;
  throw notFoundError();
}

function notFoundError(): LandfallError {
  return new LandfallError('not_found', 'This message does not exist. Old messages are deleted.');
}
