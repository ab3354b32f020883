'use client';

import { defaultListView, listHref, type ListView } from '@/lib/contract/list-view';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { LinkButton } from '../ui/link-button';
import { useEnvironment } from '../ui/use-environment';
import { emptyLabels } from './on-demand-labels';
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
        title={emptyLabels.title}
        actions={
          <>
            <Button icon="search" onClick={() => onLookUp('one')}>
              {emptyLabels.lookUpOne}
            </Button>
            {mayBulkLookup && environment === 'live' && (
              <Button icon="upload" variant="primary" onClick={() => onLookUp('many')}>
                {emptyLabels.lookUpMany}
              </Button>
            )}
          </>
        }
      >
        {emptyLabels.text}
      </EmptyState>
    );
  }
  const onlySearched = view.q !== '' && !isFiltered({ ...view, q: '', gone: 'hide' });
  return (
    <EmptyState
      icon="search"
      title={view.q === '' ? emptyLabels.noMatch : emptyLabels.notFound(view.q)}
      actions={
        <>
          {view.q !== '' && !onlySearched && (
            <LinkButton href={listHref({ ...defaultListView, q: view.q, gone: 'show' }, 'live')} icon="search">
              {emptyLabels.withoutFilters}
            </LinkButton>
          )}
          {isFiltered(view) && <LinkButton href={listHref(defaultListView, 'live')}>{emptyLabels.showAll}</LinkButton>}
        </>
      }
    >
      {view.q === '' ? emptyLabels.noMatchHint : emptyLabels.notFoundHint}
    </EmptyState>
  );
}
