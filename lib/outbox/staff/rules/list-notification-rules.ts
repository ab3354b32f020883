import type { NotificationRules } from '../../../contract/notification-rules';
import { findLastJsonMessage, listSharedRules } from '../../../store/outbox/rules';
import type { OutboxDeps } from '../../outbox-deps';
import { describeLastMessage, describeRule } from './describe-rule';

type Deps = Pick<OutboxDeps, 'database' | 'cipher' | 'mail' | 'notifyUrl'>;

export async function listNotificationRules(deps: Deps): Promise<NotificationRules> {
  const { db } = deps.database;
  const host = deps.notifyUrl === undefined ? undefined : new URL(deps.notifyUrl).host;
  const [rules, last] = await Promise.all([
    listSharedRules(db),
    host === undefined ? undefined : findLastJsonMessage(db, host),
  ]);
  return {
    rules: rules.map((row) => describeRule(deps, row)),
    notifyUrl: host === undefined ? null : { host, lastMessage: describeLastMessage(last) },
    mail: deps.mail.mode,
  };
}
