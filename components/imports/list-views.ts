import type { ImportCounts } from '@/lib/contract/imports';
import { defaultListView, parseListView, toListQuery, type ListView } from '@/lib/contract/list-view';
import type { SavedView } from '@/lib/contract/saved-views';
import { viewLabels } from './labels';

export interface NamedView {
  key: string;
  name: string;
  view: ListView;
  count?: number;
  /** There are more: counting stopped. */
  countIsMinimum?: boolean;
  saved?: SavedView;
}

export function namedViews(counts: ImportCounts, saved: readonly SavedView[]): NamedView[] {
  const countOf = (...decisions: string[]) =>
    counts.byDecision.filter(({ decision }) => decisions.includes(decision)).reduce((sum, { count }) => sum + count, 0);
  return [
    { key: 'all', name: viewLabels.all, view: defaultListView },
    {
      key: 'undecided',
      name: viewLabels.undecided,
      // These wait for a decision even if the service reports them as gone.
      view: { ...defaultListView, decision: ['asked', 'proposed'], gone: 'show' },
      count: countOf('asked', 'proposed'),
    },
    {
      key: 'unknown',
      name: viewLabels.outcomeUnknown,
      view: { ...defaultListView, decision: ['unknown'], gone: 'show' },
      count: countOf('unknown'),
    },
    {
      key: 'stuck',
      name: viewLabels.stuck,
      view: { ...defaultListView, stuck: true },
      count: counts.stuck,
      countIsMinimum: counts.stuckIsMinimum,
    },
    {
      key: 'many-warnings',
      name: viewLabels.manyWarnings,
      view: { ...defaultListView, warnings: 'many' },
      count: counts.manyWarnings,
    },
    ...saved.map((view) => ({
      key: view.id,
      name: view.name,
      view: parseListView(new URLSearchParams(view.query)),
      saved: view,
    })),
  ];
}

/** An exact match, or the same view in another order. A person's own view comes first, so that it can be changed. */
export function currentView(views: readonly NamedView[], shown: ListView): NamedView | undefined {
  const exact = views.filter(({ view }) => toListQuery(view) === toListQuery(shown));
  return (
    exact.find(({ saved }) => saved?.mine) ??
    exact[0] ??
    views.find(({ view }) => filterQuery(view) === filterQuery(shown))
  );
}

export function isFiltered(view: ListView): boolean {
  return filterQuery(view) !== '';
}

function filterQuery(view: ListView): string {
  return toListQuery({ ...view, sort: defaultListView.sort, direction: defaultListView.direction });
}
