'use client';

import type { AttentionGroup, AttentionItem } from '@/lib/contract/overview';
import { Section } from '../shell/page';
import { DialIcon } from '../status/status-icon';
import { formatDuration } from '../ui/format-duration';
import { Icon } from '../ui/icon';
import { LinkButton } from '../ui/link-button';
import { Time } from '../ui/time';

export function AttentionList({
  items,
  isAdmin,
  mayDecide,
}: {
  items: readonly AttentionItem[];
  isAdmin: boolean;
  mayDecide: boolean;
}) {
  return (
    <Section title="Needs you" ruled={false} count={items.length === 0 ? undefined : items.length}>
      {items.length === 0 ? (
        <p className="flex items-center gap-2 border-t py-4 text-13 text-ink-2">
          <Icon name="check" className="text-done" /> Nothing waits for you. What comes up appears here by itself.
        </p>
      ) : (
        <ul className="border-t">
          {items.map((item) => {
            const { icon, title, detail, href, actionLabel } = describeItem(item, isAdmin, mayDecide);
            const oldest = item.kind === 'service' ? item.sinceAt : item.oldestAt;
            return (
              <li
                key={item.kind === 'stuck' ? `stuck ${item.status}` : item.kind}
                className="grid grid-cols-[16px_minmax(0,1fr)_auto_76px] items-center gap-3 border-b border-b-line-soft py-3.25 last:border-b-0 max-md:grid-cols-[16px_minmax(0,1fr)_76px]"
              >
                <span className="self-start pt-0.5">{icon}</span>
                <div className="min-w-0">
                  <p className="font-strong [overflow-wrap:anywhere]">{title}</p>
                  {detail !== '' && <p className="text-12 text-meta [overflow-wrap:anywhere]">{detail}</p>}
                  {oldest !== null && (
                    <p className="text-12 text-meta md:hidden">
                      <Oldest item={item} at={oldest} />
                    </p>
                  )}
                </div>
                <span className="text-12 whitespace-nowrap text-meta max-md:hidden">
                  {oldest !== null && <Oldest item={item} at={oldest} />}
                </span>
                {href === null ? (
                  <span />
                ) : (
                  <LinkButton href={href} size="sm" className="w-full">
                    {actionLabel}
                    <span className="sr-only">: {title}</span>
                  </LinkButton>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}

function Oldest({ item, at }: { item: AttentionItem; at: string }) {
  return (
    <>
      {item.kind === 'service' ? 'for' : 'oldest'} <Time at={at} as="age" />
    </>
  );
}

function describeItem(item: AttentionItem, isAdmin: boolean, mayDecide: boolean) {
  switch (item.kind) {
    case 'service':
      return {
        icon: <Icon name="plug" className="text-unkn" />,
        title: item.refused
          ? isAdmin
            ? 'Our token is refused by the migration service'
            : 'Our token is refused, tell an admin'
          : 'The migration service is in trouble',
        detail: `${item.explanation} Pages show the record meanwhile, and say how old it is.`,
        href: isAdmin ? '/settings/connection' : null,
        actionLabel: 'Look',
      };
    case 'unknown-outcomes': {
      const what =
        item.rejects === 0
          ? plural(item.accepts, 'acceptance')
          : item.accepts === 0
            ? plural(item.rejects, 'rejection')
            : plural(item.count, 'decision');
      return {
        icon: <DialIcon dial="outcome-unknown" size={16} className="text-unkn" />,
        title: `${what} went out and no answer came`,
        detail: formatNames(item),
        href: mayDecide ? '/sponsorship?tab=unknown' : '/imports?decision=unknown',
        actionLabel: mayDecide ? 'Settle' : 'Open',
      };
    }
    case 'decisions':
      return {
        icon: <Icon name="stamp" className="text-turn" />,
        title: `${plural(item.count, 'customer')} ${item.count === 1 ? 'waits' : 'wait'} for a sponsorship decision${item.forMe > 0 ? `, ${item.forMe} for your approval` : ''}`,
        detail: formatNames(item),
        href: '/sponsorship',
        actionLabel: 'Decide',
      };
    case 'unmatched':
      return {
        icon: <Icon name="person" className="text-turn" />,
        title: `${plural(item.count, 'request')} for a full migration ${item.count === 1 ? 'fits' : 'fit'} no import`,
        detail: formatNames(item),
        href: '/sponsorship',
        actionLabel: 'Match',
      };
    case 'webhooks':
      return {
        icon: <Icon name="hook" className="text-unkn" />,
        title:
          item.notApplied > 0
            ? `${plural(item.notApplied, 'webhook message')} could not be applied`
            : `${plural(item.badSignature, 'webhook message')} today, and none with a right signature`,
        detail: item.notApplied > 0 ? 'They are tried again by themselves.' : 'Check the secret with the operator.',
        href: item.notApplied > 0 ? '/webhooks?verdict=verified' : '/webhooks?verdict=bad_signature',
        actionLabel: 'Open',
      };
    case 'stuck':
      return {
        icon: <Icon name="clock" className="text-wait" />,
        title: `${plural(item.count, 'customer', item.countIsMinimum)} ${item.count === 1 ? 'has' : 'have'} been at ${item.status} for over ${formatThreshold(item.afterS)}`,
        detail: formatNames(item),
        href: `/imports?stuck=1&status=${encodeURIComponent(item.status)}&sort=since&direction=asc`,
        actionLabel: 'Open',
      };
    case 'warnings':
      return {
        icon: <Icon name="warning" className="text-turn" />,
        title: `${plural(item.count, 'sample', item.countIsMinimum)} finished with more than ${item.moreThan} warnings`,
        detail: formatNames(item),
        href: `/imports?warnings=many&status=${encodeURIComponent('Sample migration completed')}`,
        actionLabel: 'Open',
      };
  }
}

const numbers = new Intl.NumberFormat('en');

function plural(count: number, word: string, isMinimum = false): string {
  return `${numbers.format(count)}${isMinimum ? '+' : ''} ${word}${count === 1 ? '' : 's'}`;
}

function formatThreshold(afterS: number): string {
  return afterS === 86_400 ? 'a day' : formatDuration(afterS * 1000);
}

function formatNames({ count, countIsMinimum, names: known }: AttentionGroup): string {
  const [first, second] = known;
  if (first === undefined) return '';
  if (count === 1) return first;
  return count === 2 && second !== undefined
    ? `${first}, ${second}`
    : `${first} and ${numbers.format(count - 1)}${countIsMinimum ? '+' : ''} more`;
}
