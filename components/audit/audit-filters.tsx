import type { AuditQuery } from '@/lib/contract/audit';
import type { Environment } from '@/lib/contract/environment';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { LinkButton } from '../ui/link-button';
import { SelectField } from '../ui/select';
import { actionLabel } from './action-label';
import { auditHref } from './audit-href';

/** A plain GET form, so the filters end up in the URL. */
export function AuditFilters({
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
          <LinkButton href={auditHref('/audit', {}, environment)} variant="ghost">
            Clear
          </LinkButton>
        )}
      </div>
    </form>
  );
}
