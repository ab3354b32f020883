'use client';

import type { AttentionGroup, AttentionItem } from '@/lib/contract/overview';
import { CustomerLink } from '../shell/customer-link';
import { Section } from '../shell/page';
import { DialIcon } from '../status/status-icon';
import { formatDuration } from '../ui/format-duration';
import { Icon } from '../ui/icon';
import { LinkButton } from '../ui/link-button';
import { Time } from '../ui/time';
import { attentionLabels as labels } from './labels';

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
    <Section title={labels.title} ruled={false} count={items.length === 0 ? undefined : items.length}>
      {items.length === 0 ? (
        <p className="flex items-center gap-2 border-t py-4 text-13 text-ink-2">
          <Icon name="check" className="text-done" /> {labels.nothing}
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
                  <p className="text-12 text-meta [overflow-wrap:anywhere]">{detail}</p>
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
      {item.kind === 'service' ? labels.for : labels.oldest} <Time at={at} as="age" />
    </>
  );
}

function describeItem(item: AttentionItem, isAdmin: boolean, mayDecide: boolean) {
  switch (item.kind) {
    case 'service':
      return {
        icon: <Icon name="plug" className="text-unkn" />,
        title: item.refused ? (isAdmin ? labels.tokenRejected : labels.tokenRejectedAskAdmin) : labels.serviceTrouble,
        detail: labels.serviceDetail(item.explanation),
        href: isAdmin ? '/settings/connection' : null,
        actionLabel: labels.check,
      };
    case 'unknown-outcomes':
      return {
        icon: <DialIcon dial="outcome-unknown" size={16} className="text-unkn" />,
        title: labels.unconfirmed(item.count, item.accepts, item.rejects),
        detail: <Names group={item} unnamed={labels.newImport} />,
        href: mayDecide ? '/sponsorship?tab=unknown' : '/imports?decision=unknown',
        actionLabel: mayDecide ? labels.settle : labels.open,
      };
    case 'decisions':
      return {
        icon: <Icon name="stamp" className="text-turn" />,
        title: labels.decisions(item.count, item.forMe),
        detail: <Names group={item} />,
        href: '/sponsorship',
        actionLabel: labels.decide,
      };
    case 'unmatched':
      return {
        icon: <Icon name="person" className="text-turn" />,
        title: labels.unmatched(item.count),
        detail: <Names group={item} unnamed={labels.unknownCustomer} />,
        href: '/sponsorship',
        actionLabel: labels.match,
      };
    case 'tool-requests':
      return {
        icon: <Icon name="note" className="text-turn" />,
        title: labels.toolRequests(item.count, item.countIsMinimum),
        detail: <Names group={item} unnamed={labels.visitor} />,
        href: '/tool-requests',
        actionLabel: labels.open,
      };
    case 'webhooks':
      return {
        icon: <Icon name="hook" className="text-unkn" />,
        title: item.notApplied > 0 ? labels.notApplied(item.notApplied) : labels.badSignature,
        detail: item.notApplied > 0 ? labels.notAppliedDetail : labels.badSignatureDetail,
        href: item.notApplied > 0 ? '/webhooks?verdict=verified' : '/webhooks?verdict=bad_signature',
        actionLabel: labels.open,
      };
    case 'messages':
      return {
        icon: <Icon name="mail" className="text-unkn" />,
        title: labels.failedMessages(item.count, item.countIsMinimum),
        detail: labels.failedMessagesDetail,
        href: '/settings/messages?tab=failed',
        actionLabel: labels.open,
      };
    case 'waiting-mails':
      return {
        icon: <Icon name="mail" className="text-unkn" />,
        title: labels.waitingMails(item.count, item.countIsMinimum),
        detail: item.reason === '' ? labels.waitingMailsDetail : item.reason,
        href: '/settings/customer-emails',
        actionLabel: labels.check,
      };
    case 'stuck':
      return {
        icon: <Icon name="clock" className="text-wait" />,
        title: labels.stuck(item.count, item.countIsMinimum, item.status, formatThreshold(item.afterS)),
        detail: <Names group={item} />,
        href: `/imports?stuck=1&status=${encodeURIComponent(item.status)}&sort=since&direction=asc`,
        actionLabel: labels.open,
      };
    case 'warnings':
      return {
        icon: <Icon name="warning" className="text-turn" />,
        title: labels.warnings(item.count, item.countIsMinimum, item.moreThan),
        detail: <Names group={item} />,
        href: `/imports?warnings=many&status=${encodeURIComponent('Sample migration completed')}`,
        actionLabel: labels.open,
      };
  }
}

function formatThreshold(afterS: number): string {
  return afterS === 86_400 ? labels.aDay : formatDuration(afterS * 1000);
}

function Names({ group: { count, countIsMinimum, names }, unnamed }: { group: AttentionGroup; unnamed?: string }) {
  const shown = names.slice(0, count === 2 ? 2 : 1);
  const others = count - shown.length;
  return (
    <>
      {shown.map(({ username, importId }, at) => (
        <span key={`${at} ${username} ${importId}`}>
          {at > 0 && ', '}
          {username === null ? (
            importId === null ? (
              unnamed
            ) : (
              labels.import(importId)
            )
          ) : (
            <CustomerLink username={username} className="underline underline-offset-2" />
          )}
        </span>
      ))}
      {shown.length > 0 && others > 0 && labels.more(others, countIsMinimum)}
    </>
  );
}
