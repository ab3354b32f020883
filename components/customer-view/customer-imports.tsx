'use client';

import { useState } from 'react';
import type { Customer } from '@/lib/contract/customers';
import { defaultListView, listHref } from '@/lib/contract/list-view';
import { importHref } from '../import/import-href';
import { importLabels } from '../import/labels';
import { EnvLink } from '../shell/env-link';
import { Section } from '../shell/page';
import { StatusBadge, StatusText } from '../status/status-text';
import { shownStatus } from '../status/status-tone';
import { Button } from '../ui/button';
import { formatNumber } from '../ui/number';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';
import { useViewer } from '../ui/viewer';
import { importListLabels, statusesLabels } from './labels';

/** Shown at first. */
export const listedCount = 8;

type Props = { customer: Customer };

/** A link per status: to its import, or to the list if there are several. */
export function CustomerStatuses({ customer }: Props) {
  const { locale } = useViewer();
  return (
    <ul aria-label={statusesLabels.title} className="mt-3 flex flex-wrap gap-x-4 gap-y-2 text-13">
      {customer.statuses.map((group) => {
        const status = shownStatus(group);
        const view = {
          ...defaultListView,
          q: customer.username,
          status: group.status === null ? [] : [group.status.known ?? group.status.text],
          gone: group.gone ? ('only' as const) : ('hide' as const),
        };
        return (
          <li key={group.importId}>
            <EnvLink
              href={group.count === 1 ? importHref(group.importId) : listHref(view, 'live')}
              className="inline-flex min-h-6 max-w-full items-center gap-2 rounded-1 hover:underline max-md:min-h-11"
            >
              {status === null ? (
                <span className="text-meta">{importLabels.noStatus}</span>
              ) : (
                <StatusBadge status={status} />
              )}
              {group.count > 1 && <span className="text-ink-2 tabular-nums">{formatNumber(group.count, locale)}</span>}
            </EnvLink>
          </li>
        );
      })}
    </ul>
  );
}

export function CustomerImports({ customer }: Props) {
  const { locale } = useViewer();
  const [isOpen, setIsOpen] = useState(false);
  const count = (value: number) => formatNumber(value, locale);
  const { imports, importCount } = customer;
  const shown = isOpen ? imports : imports.slice(0, listedCount);
  if (imports.length === 0) return null;
  return (
    <Section title={importListLabels.title} count={count(importCount)}>
      <ul className="-mx-2 grid gap-1 text-13 md:max-lg:grid-cols-2">
        {shown.map((row) => (
          <li key={row.id} className="min-w-0">
            <EnvLink
              href={importHref(row.id)}
              className="group/import block rounded-1 px-2 py-1 hover:bg-hover max-md:min-h-11"
            >
              <ImportStatus row={row} />
              <span className="block text-12 text-meta [overflow-wrap:anywhere]">
                <span className="mono text-accent group-hover/import:underline">{row.id}</span>
                {row.tool !== null && ` ${importListLabels.from(row.tool)}`}
                {row.sinceTo !== null && (
                  <>
                    , {importLabels.statusAge(row.gone, row.sinceFrom !== null)} <Time at={row.sinceTo} as="age" />
                  </>
                )}
              </span>
            </EnvLink>
          </li>
        ))}
      </ul>
      {shown.length < imports.length && (
        <Button size="sm" className="mt-3" onClick={() => setIsOpen(true)}>
          {importListLabels.showAll(count(imports.length))}
        </Button>
      )}
      {imports.length < importCount && (
        <p className="mt-3 text-12 text-meta">
          {importListLabels.newest(count(imports.length), count(importCount))}.{' '}
          <TextLink href={listHref({ ...defaultListView, q: customer.username, gone: 'show' }, 'live')}>
            {importListLabels.openList}
          </TextLink>
        </p>
      )}
    </Section>
  );
}

function ImportStatus({ row }: { row: Customer['imports'][number] }) {
  const status = shownStatus(row);
  return status === null ? (
    <span className="text-meta">{importLabels.noStatus}</span>
  ) : (
    <StatusText status={status} wrap />
  );
}
