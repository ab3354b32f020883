'use client';

import { useState } from 'react';
import type { BulkLookup } from '@/lib/contract/bulk-lookups';
import { defaultListView, listHref } from '@/lib/contract/list-view';
import { useBulkLookup } from '@/lib/query/use-imports';
import { CustomerLink } from '../shell/customer-link';
import { Icon } from '../ui/icon';
import { formatNumber } from '../ui/number';
import { ProblemNotice } from '../ui/problem-notice';
import { SegmentedRadios } from '../ui/segmented';
import { LoadingNote, Skeleton } from '../ui/skeleton';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../ui/table';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';
import { useEnvironment } from '../ui/use-environment';
import { useViewer } from '../ui/viewer';
import { bulkLookupLabels } from './on-demand-labels';

type LookupName = BulkLookup['names'][number];
const nameFilters = {
  all: () => true,
  found: (name: LookupName) => (name.found ?? 0) > 0,
  none: (name: LookupName) => name.state === 'done' && name.found === 0,
  failed: (name: LookupName) => name.state === 'failed',
} as const;
type NameFilter = keyof typeof nameFilters;
const filterOrder = ['all', 'found', 'none', 'failed'] as const;

export function BulkLookupProgress({ runId }: { runId: string }) {
  const query = useBulkLookup(useEnvironment(), runId);
  const { locale } = useViewer();
  const [filter, setFilter] = useState<NameFilter>('all');
  const run = query.data;
  if (!run) {
    return query.error === null ? (
      <div className="mt-4 grid gap-3">
        <LoadingNote>{bulkLookupLabels.loading}</LoadingNote>
        <Skeleton className="h-2 w-full" />
        <Skeleton className="w-60" />
      </div>
    ) : (
      <ProblemNotice error={query.error} className="mt-4" />
    );
  }
  const all = run.names.length;
  const finished = all - run.waiting;
  const imports = run.names.reduce((sum, { found }) => sum + (found ?? 0), 0);
  const shown = (count: number) => formatNumber(count, locale);
  const countOf = (kind: NameFilter) => run.names.filter(nameFilters[kind]).length;
  return (
    <div className="mt-4">
      <progress
        value={finished}
        max={all}
        aria-label={bulkLookupLabels.progress}
        className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-press [&::-moz-progress-bar]:bg-accent-fill [&::-webkit-progress-bar]:bg-press [&::-webkit-progress-value]:bg-accent-fill"
      />
      <p role="status" className="mt-2 text-ink-2">
        <b className="text-ink">{bulkLookupLabels.finished(shown(finished), all, shown(all))}</b>
        {bulkLookupLabels.found(imports, shown(imports), run.failed === 0 ? null : shown(run.failed))}
      </p>
      <p className="text-12 text-meta">
        {bulkLookupLabels.startedBy(run.by)}
        <Time at={run.createdAt} as="relative" />
      </p>
      <SegmentedRadios
        legend={bulkLookupLabels.filter}
        name="which-names"
        className="mt-4 whitespace-nowrap"
        value={filter}
        onChange={setFilter}
        options={filterOrder.map((value) => ({ value, label: bulkLookupLabels.filters[value](countOf(value)) }))}
      />
      <div className="mt-3 max-h-72 overflow-y-auto" tabIndex={0} role="region" aria-label={bulkLookupLabels.results}>
        <Table label={bulkLookupLabels.results} variant="plain" stack widths={[undefined, 200]}>
          <TableHead>
            <Th>{bulkLookupLabels.name}</Th>
            <Th>{bulkLookupLabels.result}</Th>
          </TableHead>
          <TableBody>
            {run.names.filter(nameFilters[filter]).map((name) => (
              <Tr key={name.username}>
                <Td className="[overflow-wrap:anywhere] max-md:font-strong">
                  <CustomerLink username={name.username} newTab />
                </Td>
                <Td label={bulkLookupLabels.result} tone="ink-2">
                  <LookupNameResult name={name} />
                </Td>
              </Tr>
            ))}
          </TableBody>
        </Table>
      </div>
    </div>
  );
}

function LookupNameResult({ name }: { name: LookupName }) {
  const { locale } = useViewer();
  if (name.state === 'waiting') {
    return (
      <span className="inline-flex items-center gap-1.5 text-meta">
        <Icon name="clock" size={13} /> {bulkLookupLabels.waiting}
      </span>
    );
  }
  if (name.state === 'failed') {
    return (
      <span className="inline-flex items-start gap-1.5 text-unkn">
        <Icon name="warning" size={13} className="mt-0.75" />
        <span className="min-w-0 [overflow-wrap:anywhere]">{name.problem ?? bulkLookupLabels.failed}</span>
      </span>
    );
  }
  if (name.found === 0) return <>{bulkLookupLabels.none}</>;
  return (
    <TextLink href={listHref({ ...defaultListView, q: name.username, gone: 'show' }, 'live')}>
      {bulkLookupLabels.imports(name.found ?? 0, formatNumber(name.found ?? 0, locale))}
    </TextLink>
  );
}
