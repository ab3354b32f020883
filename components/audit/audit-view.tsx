import type { AuditList, AuditQuery } from '@/lib/contract/audit';
import type { Environment } from '@/lib/contract/environment';
import { Page, PageHeader } from '../shell/page';
import { CopyButton } from '../ui/copy-button';
import { EmptyState } from '../ui/empty-state';
import { LinkButton } from '../ui/link-button';
import { auditHref } from './audit-href';
import { AuditFilters } from './audit-filters';
import { AuditTable } from './audit-table';

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
          <LinkButton href={auditHref('/api/audit/export', query, 'live')} plain icon="download" size="sm">
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
          <LinkButton href={auditHref('/audit', { ...query, before: undefined }, environment)} size="sm">
            Newest
          </LinkButton>
        )}
        {nextBefore !== null && (
          <LinkButton href={auditHref('/audit', { ...query, before: nextBefore }, environment)} size="sm">
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
