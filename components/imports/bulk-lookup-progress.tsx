'use client';

import { useState } from 'react';
import type { BulkLookup } from '@/lib/contract/bulk-lookups';
import { defaultListView, listHref } from '@/lib/contract/list-view';
import { useBulkLookup } from '@/lib/query/use-imports';
import { Icon } from '../ui/icon';
import { Num } from '../ui/number';
import { ProblemNotice } from '../ui/problem-notice';
import { SegmentedRadios } from '../ui/segmented';
import { LoadingNote, Skeleton } from '../ui/skeleton';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../ui/table';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';
import { useEnvironment } from '../ui/use-environment';

type LookupName = BulkLookup['names'][number];
const nameFilters = {
  all: () => true,
  found: (name: LookupName) => (name.found ?? 0) > 0,
  none: (name: LookupName) => name.state === 'done' && name.found === 0,
  failed: (name: LookupName) => name.state === 'failed',
} as const;
type NameFilter = keyof typeof nameFilters;

export function BulkLookupProgress({ runId }: { runId: string }) {
  const query = useBulkLookup(useEnvironment(), runId);
  const [filter, setFilter] = useState<NameFilter>('all');
  const run = query.data;
  if (!run) {
    return query.error === null ? (
      <div className="mt-4 grid gap-3">
        <LoadingNote>Loading the look-up</LoadingNote>
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
  const countOf = (kind: NameFilter) => run.names.filter(nameFilters[kind]).length;
  return (
    <div className="mt-4">
      <progress
        value={finished}
        max={all}
        aria-label="Names looked up"
        className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-press [&::-moz-progress-bar]:bg-accent-fill [&::-webkit-progress-bar]:bg-press [&::-webkit-progress-value]:bg-accent-fill"
      />
      <p role="status" className="mt-2 text-ink-2">
        <b className="text-ink">
          <Num value={finished} /> of <Num value={all} /> {all === 1 ? 'name' : 'names'}
        </b>{' '}
        looked up, <Num value={imports} /> {imports === 1 ? 'import' : 'imports'} found
        {run.failed > 0 && (
          <>
            , <Num value={run.failed} /> failed
          </>
        )}
        .
      </p>
      <p className="text-12 text-meta">
        Started by {run.by}, <Time at={run.createdAt} as="relative" />
      </p>
      <SegmentedRadios
        legend="Which names"
        name="which-names"
        className="mt-4 whitespace-nowrap"
        value={filter}
        onChange={setFilter}
        options={[
          { value: 'all', label: `All ${all}` },
          { value: 'found', label: `Found ${countOf('found')}` },
          { value: 'none', label: `None ${countOf('none')}` },
          { value: 'failed', label: `Failed ${countOf('failed')}` },
        ]}
      />
      <div className="mt-3 max-h-72 overflow-y-auto" tabIndex={0} role="region" aria-label="Results">
        <Table label="Results" variant="plain" widths={[undefined, 200]}>
          <TableHead>
            <Th>Name</Th>
            <Th>Result</Th>
          </TableHead>
          <TableBody>
            {run.names.filter(nameFilters[filter]).map((name) => (
              <Tr key={name.username}>
                <Td className="[overflow-wrap:anywhere]">{name.username}</Td>
                <Td tone="ink-2">
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
  if (name.state === 'waiting') {
    return (
      <span className="inline-flex items-center gap-1.5 text-meta">
        <Icon name="clock" size={13} /> Waiting
      </span>
    );
  }
  if (name.state === 'failed') {
    return (
      <span className="inline-flex items-start gap-1.5 text-unkn">
        <Icon name="warning" size={13} className="mt-0.75" />
        <span className="min-w-0 [overflow-wrap:anywhere]">{name.problem ?? 'Failed'}</span>
      </span>
    );
  }
  if (name.found === 0) return <>None under exactly this name</>;
  return (
    <TextLink href={listHref({ ...defaultListView, q: name.username, gone: 'show' }, 'live')}>
      <Num value={name.found ?? 0} /> {name.found === 1 ? 'import' : 'imports'}
    </TextLink>
  );
}
