'use client';

import { envHref, type Environment } from '@/lib/contract/environment';
import { encodeImportId } from '@/lib/contract/import-id';
import type { ImportCounts, ImportList, ImportListQuery, ImportRow } from '@/lib/contract/imports';
import { ApiProblem } from '@/lib/query/ask';
import { useLookup } from '@/lib/query/use-lookup';
import { StatusText } from '../status/status-text';
import { ToolName } from '../ui/avatar';
import { EmptyState } from '../ui/empty-state';
import { LinkButton } from '../ui/link-button';
import { Notice } from '../ui/notice';
import { None, Table, TableBody, TableHead, Td, Th, Tr } from '../ui/table';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';

/** One line an import. What is typed into the search is looked up at the service when it is a whole username. */
export function ImportsView({
  environment,
  list,
  counts,
  query,
  mayCreate,
}: {
  environment: Environment;
  list: ImportList;
  counts: ImportCounts;
  query: ImportListQuery;
  mayCreate: boolean;
}) {
  const lookup = useLookup(environment, query.q);
  return (
    <div className="px-6 pt-6 max-md:px-4">
      <header className="flex flex-wrap items-center gap-2">
        <h1 className="flex-1">
          Imports{' '}
          <span className="ms-1 text-12 font-normal text-meta">
            {counts.total} known, {counts.gone} no longer available
          </span>
        </h1>
        {mayCreate && (
          <LinkButton href={envHref('/new', environment)} variant="primary" icon="plus">
            New import
          </LinkButton>
        )}
      </header>
      {query.q !== '' && (
        <section className="mt-4" aria-live="polite">
          {lookup.isPending ? (
            <p className="text-13 text-meta">Asking the service for “{query.q}”…</p>
          ) : lookup.error !== null ? (
            <Notice
              tone="error"
              title={lookup.error instanceof ApiProblem ? lookup.error.problem.title : 'The look-up failed'}
            >
              {lookup.error.message} What our record knows is shown below.
            </Notice>
          ) : lookup.data.imports.length === 0 ? (
            <Notice tone="info" title="No imports at the service under exactly this name">
              {lookup.data.alike.length === 0 ? 'Our record knows no similar name either.' : 'Did you mean '}
              {lookup.data.alike.map((name) => (
                <TextLink
                  key={name}
                  href={envHref(`/imports?q=${encodeURIComponent(name)}`, environment)}
                  className="me-2"
                >
                  {name}
                </TextLink>
              ))}
            </Notice>
          ) : (
            <>
              <h2 className="mb-2">
                At the service under “{query.q}”{' '}
                <span className="font-normal text-meta">
                  asked <Time at={lookup.data.askedAt} as="relative" />
                </span>
              </h2>
              <Rows rows={lookup.data.imports} environment={environment} label="At the service" />
            </>
          )}
        </section>
      )}
      <section className="mt-6">
        {query.q !== '' && <h2 className="mb-2">In our record</h2>}
        {list.imports.length === 0 ? (
          <EmptyState icon="imports" title="Nothing in our record">
            Look up a customer by their destination username, or create an import.
          </EmptyState>
        ) : (
          <Rows rows={list.imports} environment={environment} label="Imports" />
        )}
      </section>
    </div>
  );
}

function Rows({ rows, environment, label }: { rows: readonly ImportRow[]; environment: Environment; label: string }) {
  return (
    <div className="overflow-x-auto">
      <Table label={label} className="min-w-[820px]">
        <TableHead>
          <Th>Customer</Th>
          <Th>From</Th>
          <Th>Status</Th>
          <Th num>In status</Th>
          <Th num>Warnings</Th>
          <Th>Decision</Th>
          <Th num>Seen</Th>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <Tr key={row.id}>
              <Td>
                <TextLink href={envHref(`/imports/${encodeImportId(row.id)}`, environment)}>
                  {row.username ?? row.id}
                </TextLink>
              </Td>
              <Td>{row.tool === null ? <None /> : <ToolName name={row.tool} />}</Td>
              <Td>
                {row.status === null ? (
                  <None />
                ) : (
                  <StatusText status={row.gone ? { ...row.status, family: 'gone' } : row.status} />
                )}
              </Td>
              <Td num>{row.sinceTo === null ? <None /> : <Time at={row.sinceTo} as="age" />}</Td>
              <Td num>{row.warnings === 0 ? <None /> : row.warnings}</Td>
              <Td>{row.decision === 'none' ? <None /> : decisionWords[row.decision]}</Td>
              <Td num>
                <Time at={row.seenAt} as="age-coarse" />
              </Td>
            </Tr>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

const decisionWords: Record<ImportRow['decision'], string> = {
  none: '',
  asked: 'Asked, undecided',
  proposed: 'Needs a second',
  sending: 'Sending',
  unknown: 'Outcome unknown',
  accepted: 'Accepted',
  rejected: 'Rejected',
  refused: 'Refused',
};
