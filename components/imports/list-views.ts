import type { ImportCounts } from '@/lib/contract/imports';
import { defaultListView, parseListView, toListQuery, type ListView } from '@/lib/contract/list-view';
import type { SavedView } from '@/lib/contract/saved-views';

export interface NamedView {
  key: string;
  name: string;
  view: ListView;
  count?: number;
  saved?: SavedView;
}

/** The views everybody has, with how many there are in each; then those that were saved. */
export function namedViews(counts: ImportCounts, saved: readonly SavedView[]): NamedView[] {
  const of = (...wanted: string[]) =>
    counts.byDecision.filter(({ decision }) => wanted.includes(decision)).reduce((sum, { count }) => sum + count, 0);
  return [
    { key: 'all', name: 'All', view: defaultListView },
    {
      key: 'undecided',
      name: 'Undecided',
      // Somebody waits for these also when the service has put them away.
      view: { ...defaultListView, decision: ['asked', 'proposed'], gone: 'show' },
      count: of('asked', 'proposed'),
    },
    {
      key: 'unknown',
      name: 'Outcome unknown',
      view: { ...defaultListView, decision: ['unknown'], gone: 'show' },
      count: of('unknown'),
    },
    { key: 'stuck', name: 'Stuck', view: { ...defaultListView, stuck: true }, count: counts.stuck },
    {
      key: 'many-warnings',
      name: 'Many warnings',
      view: { ...defaultListView, warnings: 'many' },
      count: counts.manyWarnings,
    },
    ...saved.map((one) => ({
      key: one.id,
      name: one.name,
      view: parseListView(new URLSearchParams(one.query)),
      saved: one,
    })),
  ];
}

/** Which of them is shown: exactly this one, or this one in another order. */
export function currentView(views: readonly NamedView[], shown: ListView): NamedView | undefined {
  const exact = toListQuery(shown);
  const anyOrder = (view: ListView) =>
    toListQuery({ ...view, sort: defaultListView.sort, direction: defaultListView.direction });
  return (
    views.find(({ view }) => toListQuery(view) === exact) ??
    views.find(({ view }) => anyOrder(view) === anyOrder(shown))
  );
}

/** How many things narrow the list, besides its order. */
export function isFiltered(view: ListView): boolean {
  return toListQuery({ ...view, sort: defaultListView.sort, direction: defaultListView.direction }) !== '';
}
