import type { NotificationRule, NotificationRules } from '@/lib/contract/notification-rules';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Menu, type MenuItem } from '../ui/menu';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../ui/table';
import { channelLabels, eventLabels, notificationLabels as labels, scheduleLabels } from './labels';
import { LastMessage } from './last-message';

export type RuleAction = 'test' | 'edit' | 'rotate' | 'removeOld' | 'delete';

const shownAddresses = 2;

export function RuleTable({
  rules,
  notifyUrl,
  testing,
  onAction,
}: Pick<NotificationRules, 'rules' | 'notifyUrl'> & {
  /** The rule whose test is being created. */
  testing: string | null;
  onAction: (action: RuleAction, rule: NotificationRule) => void;
}) {
  return (
    <Table label={labels.rules} variant="plain" stack widths={[undefined, 216, 152, 176, 196]}>
      <TableHead>
        <Th>{labels.rule}</Th>
        <Th>{labels.target}</Th>
        <Th>{labels.when}</Th>
        <Th>{labels.lastMessage}</Th>
        <Th>
          <span className="sr-only">{labels.actions}</span>
        </Th>
      </TableHead>
      <TableBody>
        {notifyUrl !== null && (
          <Tr>
            <Td>
              <Title name={labels.notifyUrl} badge={labels.setByNotifyUrl} text={labels.notifyUrlHint} />
            </Td>
            <Td label={labels.target}>
              <Lines first={labels.json} second={notifyUrl.host} />
            </Td>
            <Td label={labels.when}>
              <Lines first={scheduleLabels.now.label} second={labels.environment.all} />
            </Td>
            <LastMessageCell message={notifyUrl.lastMessage} />
            <Td className="max-md:hidden!" />
          </Tr>
        )}
        {rules.map((rule) => (
          <Tr key={rule.id} data-rule={rule.id}>
            <Td>
              <Title
                name={rule.name}
                badge={rule.enabled ? null : labels.off}
                text={rule.events.map((event) => eventLabels[event].label).join(', ')}
              />
            </Td>
            <Td label={labels.target}>
              <Lines first={channelLabels[rule.channel].label} second={targetOf(rule)} />
              {rule.secrets > 1 && (
                <span className="mt-1 block text-12 whitespace-normal text-turn max-md:col-start-2">
                  {labels.twoSecrets}{' '}
                  <Button
                    size="sm"
                    className="mt-1"
                    aria-label={labels.removeOldOf(rule.name)}
                    onClick={() => onAction('removeOld', rule)}
                  >
                    {labels.removeOld}
                  </Button>
                </span>
              )}
            </Td>
            <Td label={labels.when}>
              <Lines
                first={rule.time === null ? scheduleLabels[rule.schedule].label : labels.dailyAt(rule.time)}
                second={[rule.zone?.replaceAll('_', ' '), labels.environment[rule.environment]]
                  .filter(Boolean)
                  .join(', ')}
              />
            </Td>
            <LastMessageCell message={rule.lastMessage} />
            <Td>
              <span className="flex justify-end gap-1 max-md:justify-start">
                <Button
                  size="sm"
                  icon="send"
                  busy={testing === rule.id}
                  aria-label={labels.testOf(rule.name)}
                  onClick={() => onAction('test', rule)}
                >
                  {labels.test}
                </Button>
                <Button size="sm" aria-label={labels.editOf(rule.name)} onClick={() => onAction('edit', rule)}>
                  {labels.edit}
                </Button>
                <Menu
                  variant="ghost"
                  size="sm"
                  icon="dots"
                  iconOnly
                  label={labels.more(rule.name)}
                  items={menuOf(rule, onAction)}
                />
              </span>
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

function Title({ name, badge, text }: { name: string; badge: string | null; text: string }) {
  return (
    <span className="block min-w-0 whitespace-normal">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 [overflow-wrap:anywhere]">
        <b>{name}</b>
        {badge !== null && <Badge size="sm">{badge}</Badge>}
      </span>
      <span className="mt-0.5 block text-12 text-pretty text-meta">{text}</span>
    </span>
  );
}

function Lines({ first, second }: { first: string; second: string }) {
  return (
    <span className="min-w-0 whitespace-normal">
      <span className="block">{first}</span>
      <span className="block text-12 [overflow-wrap:anywhere] text-meta">{second}</span>
    </span>
  );
}

function LastMessageCell({ message }: { message: NotificationRule['lastMessage'] }) {
  return (
    <Td label={labels.lastMessage}>
      {message === null ? <span className="text-meta">{labels.noMessage}</span> : <LastMessage message={message} />}
    </Td>
  );
}

function targetOf({ channel, addresses, targetHost }: NotificationRule): string {
  if (channel !== 'email') return targetHost ?? '';
  const rest = addresses.length - shownAddresses;
  const shown = addresses.slice(0, shownAddresses).join(', ');
  return rest > 0 ? `${shown} ${labels.moreAddresses(rest)}` : shown;
}

function menuOf(rule: NotificationRule, onAction: (action: RuleAction, rule: NotificationRule) => void): MenuItem[] {
  const secretItem: MenuItem =
    rule.secrets > 1
      ? { key: 'removeOld', label: labels.removeOld, icon: 'key', onSelect: () => onAction('removeOld', rule) }
      : { key: 'rotate', label: labels.rotate, icon: 'key', onSelect: () => onAction('rotate', rule) };
  return [
    ...(rule.channel === 'webhook' ? [secretItem] : []),
    { key: 'delete', label: labels.delete, icon: 'trash', onSelect: () => onAction('delete', rule) },
  ];
}
