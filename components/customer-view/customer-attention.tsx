'use client';

import type { Customer } from '@/lib/contract/customers';
import { importHref } from '../import/import-href';
import { Section } from '../shell/page';
import { cx } from '../ui/cx';
import { Icon, type IconName } from '../ui/icon';
import { formatNumber } from '../ui/number';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';
import { useViewer } from '../ui/viewer';
import { attentionLabels, attentionSectionLabels } from './labels';

const icons: Record<Customer['attention'][number]['kind'], IconName> = {
  unknown: 'help',
  proposed: 'two',
  asked: 'stamp',
  unmatched: 'link',
  tool_request: 'note',
  stuck: 'clock',
  warnings: 'warning',
};

export function CustomerAttention({
  items,
  mayCreate,
  mayDecide,
}: {
  items: Customer['attention'];
  mayCreate: boolean;
  mayDecide: boolean;
}) {
  const { locale } = useViewer();
  return (
    <Section title={attentionSectionLabels.title} ruled={false} count={items.length > 0 ? items.length : undefined}>
      {items.length === 0 ? (
        <p className="text-13 text-meta">{attentionSectionLabels.none}</p>
      ) : (
        <ul className="grid gap-3 text-13">
          {items.map(({ kind, importId, since, count }, at) => (
            <li key={`${kind} ${importId ?? at}`} className="flex items-start gap-2">
              <Icon
                name={icons[kind]}
                size={14}
                className={cx('mt-0.75', kind === 'unknown' ? 'text-unkn' : 'text-turn')}
              />
              <div className="min-w-0 [overflow-wrap:anywhere]">
                <p>{attentionLabels[kind](formatNumber(count, locale))}</p>
                <p className="text-12 text-meta">
                  {importId !== null ? (
                    <TextLink href={importHref(importId)}>{attentionSectionLabels.import(importId)}</TextLink>
                  ) : kind === 'tool_request' ? (
                    mayCreate && <TextLink href="/tool-requests">{attentionSectionLabels.openToolRequests}</TextLink>
                  ) : (
                    mayDecide && <TextLink href="/sponsorship">{attentionSectionLabels.openSponsorship}</TextLink>
                  )}{' '}
                  {since !== null && <Time at={since} as="relative" />}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
