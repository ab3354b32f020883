import type { AuditList, AuditQuery } from '@/lib/contract/audit';
import type { Environment } from '@/lib/contract/environment';
import { queryHref } from '@/lib/contract/query-href';
import { Page, PageHeader } from '../shell/page';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { EmptyState } from '../ui/empty-state';
import { TextField } from '../ui/field';
import { LinkButton } from '../ui/link-button';
import { Pager } from '../ui/pager';
import { SelectField } from '../ui/select';
import { AuditTable } from './audit-table';
import { actionLabel, auditFilterLabels as filterLabels, auditLabels as labels, groupLabel } from './labels';

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
  const { before, limit: _limit, ...filter } = query;
  const filtered = query.q !== '' || query.action !== '' || query.from !== undefined || query.until !== undefined;
  return (
    <Page>
      <PageHeader
        title={labels.title}
        meta={head === null ? undefined : labels.entries(head.seq)}
        actions={
          <LinkButton href={queryHref('/api/audit/export', filter)} plain icon="download" size="sm">
            {labels.export}
          </LinkButton>
        }
      />
      <AuditFilters query={query} actions={list.actions} environment={environment} filtered={filtered} />
      {entries.length === 0 ? (
        <EmptyState icon="audit" title={filtered ? labels.noMatchTitle : labels.emptyTitle}>
          {filtered ? labels.noMatchText : labels.emptyText}
        </EmptyState>
      ) : (
        <AuditTable entries={entries} />
      )}
      <Pager
        newest={before !== undefined && queryHref('/audit', filter)}
        older={nextBefore !== null && queryHref('/audit', { ...filter, before: nextBefore })}
      >
        {head !== null && (
          <p className="ms-auto flex min-w-0 items-center gap-1.5 text-12 text-meta">
            <span>
              {labels.head} <span className="mono">{head.hash.slice(0, 12)}</span>. {labels.headHint}
            </span>
            <CopyButton text={`${head.seq} ${head.hash}`} label={labels.copyHead} />
          </p>
        )}
      </Pager>
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
  const groups = [...new Set(actions.map((action) => action.split('.', 1)[0] ?? ''))]
    .map((group) => ({ group, label: groupLabel(group), own: actions.filter((name) => name.startsWith(`${group}.`)) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
  return (
    <form
      role="search"
      aria-label={filterLabels.form}
      action="/audit"
      noValidate
      className="mt-4 mb-4 grid items-end gap-3 md:grid-cols-[minmax(0,1fr)_220px_150px_150px_auto]"
    >
      {environment === 'sandbox' && <input type="hidden" name="env" value="sandbox" />}
      <TextField
        label={filterLabels.search}
        type="search"
        name="q"
        defaultValue={query.q}
        placeholder={filterLabels.placeholder}
      />
      <SelectField label={filterLabels.action} name="action" defaultValue={query.action}>
        <option value="">{filterLabels.everything}</option>
        {groups.map(({ group, label, own }) => (
          <optgroup key={group} label={label}>
            <option value={`${group}.`}>{filterLabels.group(label)}</option>
            {own.map((action) => (
              <option key={action} value={action}>
                {actionLabel(action)}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <TextField label={filterLabels.from} type="date" name="from" defaultValue={query.from ?? ''} />
      <TextField label={filterLabels.until} type="date" name="until" defaultValue={query.until ?? ''} />
      <div className="flex gap-2 pb-0.5">
        <Button type="submit" icon="filter">
          {filterLabels.filter}
        </Button>
        {filtered && (
          <LinkButton href="/audit" variant="ghost">
            {filterLabels.clear}
          </LinkButton>
        )}
      </div>
    </form>
  );
}
