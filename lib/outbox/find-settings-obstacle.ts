import type { ListedMessage } from '../store/outbox/message-log';
import { ruleDeleted } from '../store/outbox/rules';
import type { OutboxDeps } from './outbox-deps';
import { mailOff } from './staff/staff-messages';
import { readAddresses } from './staff/staff-rules';

type CheckedMessage = Pick<ListedMessage, 'event' | 'channel' | 'recipient' | 'ruleId'> & {
  rule: { enabled: boolean; addresses: unknown } | null;
  /** Whose personal rule it is. */
  person: { disabledAt: Date | null } | null;
};

/** Why a setting, the rule or the account keeps a message from being sent. */
export function findSettingsObstacle(
  { mail, notifyUrl }: Pick<OutboxDeps, 'mail' | 'notifyUrl'>,
  { event, channel, recipient, ruleId, rule, person }: CheckedMessage,
): string | undefined {
  if (channel === 'email' && mail.mode === 'off') return mailOff;
  if (channel === 'json' && notifyUrl === undefined) return 'NOTIFY_URL is not set.';
  if (ruleId !== null && rule === null) return ruleDeleted;
  if (rule?.enabled === false && event !== 'test') return 'The rule is disabled.';
  if (person?.disabledAt) return 'The account is disabled.';
  const isRecipient = (address: string) => address.toLowerCase() === recipient.toLowerCase();
  if (rule && !person && channel === 'email' && !readAddresses(rule.addresses).some(isRecipient))
    return 'The rule no longer has this recipient.';
  return undefined;
}
