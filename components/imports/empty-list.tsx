'use client';

import { defaultListView, listHref, type ListView } from '@/lib/contract/list-view';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { LinkButton } from '../ui/link-button';
import { useEnvironment } from '../ui/use-environment';
import { isFiltered } from './list-views';

/** Either nothing matches the filters or the database has no imports yet. */
export function EmptyList({
  view,
  noImportsYet,
  mayBulkLookup,
  onLookUp,
}: {
  view: ListView;
  noImportsYet: boolean;
  mayBulkLookup: boolean;
  onLookUp: (mode: 'one' | 'many') => void;
}) {
  const environment = useEnvironment();
  if (noImportsYet) {
    return (
      <EmptyState
        icon="imports"
        title="Our record is empty"
        actions={
          <>
            <Button icon="search" onClick={() => onLookUp('one')}>
              Look up a customer
            </Button>
            {mayBulkLookup && environment === 'live' && (
              <Button icon="upload" variant="primary" onClick={() => onLookUp('many')}>
                Look up many names
              </Button>
            )}
          </>
        }
      >
        The service lists imports only by the customer’s name. If you have migrations already, look the names up, one or
        up to 1,000 at once: what is found appears here and is followed from then on.
      </EmptyState>
    );
  }
  const onlySearched = view.q !== '' && !isFiltered({ ...view, q: '', gone: 'hide' });
  return (
    <EmptyState
      icon="search"
      title={view.q === '' ? 'No import matches these filters' : `Nothing in our record for “${view.q}”`}
      actions={
        <>
          {view.q !== '' && !onlySearched && (
            <LinkButton href={listHref({ ...defaultListView, q: view.q, gone: 'show' }, 'live')} icon="search">
              Search without filters
            </LinkButton>
          )}
          {isFiltered(view) && <LinkButton href={listHref(defaultListView, 'live')}>Show all imports</LinkButton>}
        </>
      }
    >
      {view.q === ''
        ? 'Take one of them away, or show everything.'
        : 'Words are matched from their beginning: customer, import id, tool and instance.'}
    </EmptyState>
  );
}
