import {
  maxMessageCount,
  type Message,
  type MessageList,
  type MessageListQuery,
  type MessageTab,
} from '../../contract/message-log';
import type { MessageState } from '../../contract/outbox';
import { LandfallError } from '../../core/errors';
import { isUuid } from '../../core/is-uuid';
import {
  countOpenMessages,
  listMessages,
  type ListedMessage,
  type MessagePosition,
} from '../../store/outbox/message-log';
import { findSettingsObstacle } from '../find-settings-obstacle';
import type { OutboxDeps } from '../outbox-deps';

const statesOf: Record<MessageTab, readonly MessageState[]> = {
  failed: ['failed'],
  waiting: ['pending', 'sending'],
  sent: ['sent'],
  'not-sent': ['skipped'],
};

export async function readMessageList(
  deps: Pick<OutboxDeps, 'database'> & Settings,
  query: MessageListQuery,
): Promise<MessageList> {
  const { db } = deps.database;
  const [rows, counts] = await Promise.all([
    listMessages(db, {
      states: query.tab === undefined ? [] : statesOf[query.tab],
      audience: query.audience,
      channel: query.channel,
      ruleId: query.rule,
      search: query.q.trim(),
      before: query.cursor === undefined ? undefined : parseCursor(query.cursor),
      limit: query.limit + 1,
    }),
    countOpenMessages(db, maxMessageCount + 1),
  ]);
  const shown = rows.slice(0, query.limit);
  return { messages: shown.map((row) => toMessage(deps, row)), nextCursor: nextCursor(rows, shown), counts };
}

/** Null on the last page. */
export function nextCursor(rows: readonly MessagePosition[], shown: readonly MessagePosition[]): string | null {
  const last = shown.at(-1);
  return rows.length > shown.length && last ? `${last.createdAt.toISOString()} ${last.id}` : null;
}

export function parseCursor(cursor: string): MessagePosition {
  const [at = '', id = ''] = cursor.split(' ');
  const createdAt = new Date(at);
  if (Number.isNaN(createdAt.getTime()) || !isUuid(id))
    throw new LandfallError('bad_request', 'The cursor is not valid.');
  return { createdAt, id };
}

type Settings = Pick<OutboxDeps, 'mail' | 'notifyUrl'>;

export function toMessage(deps: Settings, row: ListedMessage): Message {
  const { ruleId, rule, person: _person, importIds: _importIds, nextAt, createdAt, sentAt, ...rest } = row;
  return {
    ...rest,
    rule: ruleId === null ? null : { id: ruleId, name: rule?.name ?? null },
    nextAt: nextAt.toISOString(),
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    mayResend: mayResend(deps, row),
  };
}

/** A receiver may have lost what it accepted. A person has an e-mail that was accepted. */
function mayResend(deps: Settings, row: ListedMessage): boolean {
  const isOpen = row.state === 'failed' || (row.state === 'sent' && row.channel !== 'email');
  return isOpen && findSettingsObstacle(deps, row) === undefined;
}
