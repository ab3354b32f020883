import type { AuditEntryView, AuditList, AuditQuery } from '@/lib/contract/audit';
import type { Environment } from '@/lib/contract/environment';
import { Page, PageHeader } from '../shell/page';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Disclosure } from '../ui/disclosure';
import { EmptyState } from '../ui/empty-state';
import { TextField } from '../ui/field';
import { LinkButton } from '../ui/link-button';
import { SelectField } from '../ui/select';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../ui/table';
import { Time } from '../ui/time';
import { actionLabel } from './action-label';

/** Rendered on the server with filters in the URL, so it works without JavaScript and can be shared. */
export function AuditView({
  list,
  query,
  environment,
}: {
  list: AuditList;
  query: AuditQuery;
  environment: Environment;
}) {
  const { entries, nextBefore, head } = list;
  const filtered = query.q !== '' || query.action !== '' || query.from !== undefined || query.until !== undefined;
  return (
    <Page>
      <PageHeader
        title="Audit"
        meta={head === null ? undefined : `${head.seq} entries, each sealed with the one before`}
        actions={
          <LinkButton href={auditHref('/api/audit/export', query)} plain icon="download" size="sm">
            Export CSV
          </LinkButton>
        }
      />
      <AuditFilters query={query} actions={list.actions} environment={environment} filtered={filtered} />
      {entries.length === 0 ? (
        <EmptyState icon="audit" title={filtered ? 'Nothing matches' : 'Nothing has happened yet'}>
          {filtered
            ? 'No entry matches these filters. Take one away, or look at other days.'
            : 'Every sign-in, change, decision and export will be written here.'}
        </EmptyState>
      ) : (
        <AuditTable entries={entries} />
      )}
      <footer className="mt-4 flex flex-wrap items-center gap-3 text-12 text-meta">
        {query.before !== undefined && (
          <LinkButton href={auditHref('/audit', { ...query, before: undefined })} size="sm">
            Newest
          </LinkButton>
        )}
        {nextBefore !== null && (
          <LinkButton href={auditHref('/audit', { ...query, before: nextBefore })} size="sm">
            Older
          </LinkButton>
        )}
        {head !== null && (
          <p className="ms-auto flex min-w-0 items-center gap-1.5">
            <span>
              Head <span className="mono">{head.hash.slice(0, 12)}</span>. Kept elsewhere, it proves that nothing was
              cut off.
            </span>
            <CopyButton text={`${head.seq} ${head.hash}`} label="Copy the head" />
          </p>
        )}
      </footer>
    </Page>
  );
}

/** A plain GET form, so the filters end up in the URL. */
function AuditFilters({
  query,
  actions,
  environment,
  filtered,
}: {
  query: AuditQuery;
  actions: readonly string[];
  environment: Environment;
  filtered: boolean;
}) {
  const groups = [...new Set(actions.map((action) => `${action.split('.', 1)[0]}.`))];
  return (
    <form
      role="search"
      aria-label="Audit"
      action="/audit"
      className="mt-4 mb-4 grid items-end gap-3 md:grid-cols-[minmax(0,1fr)_220px_150px_150px_auto]"
    >
      {environment === 'sandbox' && <input type="hidden" name="env" value="sandbox" />}
      <TextField
        label="Search"
        type="search"
        name="q"
        defaultValue={query.q}
        placeholder="Person, subject, address or request"
      />
      <SelectField label="What" name="action" defaultValue={query.action}>
        <option value="">Everything</option>
        {groups.map((group) => (
          <optgroup key={group} label={group.slice(0, -1)}>
            <option value={group}>All of {group.slice(0, -1)}</option>
            {actions
              .filter((action) => action.startsWith(group))
              .map((action) => (
                <option key={action} value={action}>
                  {actionLabel(action)}
                </option>
              ))}
          </optgroup>
        ))}
      </SelectField>
      <TextField label="From (UTC)" type="date" name="from" defaultValue={query.from ?? ''} />
      <TextField label="Until (UTC)" type="date" name="until" defaultValue={query.until ?? ''} />
      <div className="flex gap-2 pb-0.5">
        <Button type="submit" icon="filter">
          Filter
        </Button>
        {filtered && (
          <LinkButton href={auditHref('/audit', {})} variant="ghost">
            Clear
          </LinkButton>
        )}
      </div>
    </form>
  );
}

function AuditTable({ entries }: { entries: readonly AuditEntryView[] }) {
  return (
    <Table
      label="Audit entries"
      scrollLabel="Audit entries"
      variant="plain"
      widths={[70, 150, 200, 190, undefined]}
      className="min-w-200"
    >
      <TableHead>
        <Th num>Entry</Th>
        <Th>When</Th>
        <Th>Who</Th>
        <Th>What</Th>
        <Th>On what</Th>
      </TableHead>
      <TableBody>
        {entries.map((entry) => (
          <Tr key={entry.seq} data-action={entry.action} className="align-top">
            <Td num tone="meta">
              {entry.seq}
            </Td>
            <Td tone="ink-2">
              <Time at={entry.at} as="moment" />
            </Td>
            <Td>
              <span className="block truncate" data-tip={entry.actor ?? undefined}>
                {entry.actor ?? <Erased />}
              </span>
              {entry.address !== '' && (
                <span className="mono block truncate text-12 text-meta">{entry.address ?? <Erased />}</span>
              )}
            </Td>
            <Td>
              {entry.action.endsWith('.refused') ? (
                <span className="text-unkn">{actionLabel(entry.action)}</span>
              ) : (
                actionLabel(entry.action)
              )}
              {entry.environment === 'sandbox' && (
                <Badge tone="turn" size="sm" className="ms-2">
                  sandbox
                </Badge>
              )}
            </Td>
            <Td>
              <Disclosure
                summary={<span className="min-w-0 [overflow-wrap:anywhere]">{entry.subject ?? <Erased />}</span>}
              >
                <EntryDetails entry={entry} />
              </Disclosure>
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

function EntryDetails({ entry }: { entry: AuditEntryView }) {
  const facts = [
    ['Before', describeValue(entry, 'before')],
    ['After', describeValue(entry, 'after')],
    ['Action', entry.action],
    ['Request', entry.requestId],
    ['Hash', entry.hash],
  ] as const;
  return (
    <dl className="grid grid-cols-[64px_minmax(0,1fr)] gap-x-3 gap-y-1.5 pb-2 text-12">
      {facts.map(
        ([term, value]) =>
          value !== null &&
          value !== undefined && (
            <div key={term} className="contents">
              <dt className="text-meta">{term}</dt>
              <dd className="mono [overflow-wrap:anywhere] whitespace-pre-wrap">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function describeValue(entry: AuditEntryView, field: 'before' | 'after') {
  if (entry.erased.includes(field)) return <Erased />;
  return entry[field] === null ? null : JSON.stringify(entry[field], null, 2);
}

function Erased() {
  return <span className="font-sans text-meta italic">Erased</span>;
}

function auditHref(path: string, query: Partial<AuditQuery>): string {
  const params = new URLSearchParams();
  for (const name of ['q', 'action', 'from', 'until', 'environment', 'before'] as const) {
    const value = query[name];
    if (value !== undefined && value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
}
