import type { ImportCounts } from '@/lib/contract/imports';
import { everything, readListAddress, writeListQuery, type ListView } from '@/lib/contract/list-address';
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
    { key: 'all', name: 'All', view: everything },
    {
      key: 'undecided',
      name: 'Undecided',
      // Somebody waits for these also when the service has put them away.
      view: { ...everything, decision: ['asked', 'proposed'], gone: 'show' },
      count: of('asked', 'proposed'),
    },
    {
      key: 'unknown',
      name: 'Outcome unknown',
      view: { ...everything, decision: ['unknown'], gone: 'show' },
      count: of('unknown'),
    },
    { key: 'stuck', name: 'Stuck', view: { ...everything, stuck: true }, count: counts.stuck },
    {
      key: 'many-warnings',
      name: 'Many warnings',
      view: { ...everything, warnings: 'many' },
      count: counts.manyWarnings,
    },
    ...saved.map((one) => ({
      key: one.id,
      name: one.name,
      view: readListAddress(new URLSearchParams(one.query)),
      saved: one,
    })),
  ];
}

/** Which of them is shown: exactly this one, or this one in another order. */
export function currentView(views: readonly NamedView[], shown: ListView): NamedView | undefined {
  const exact = writeListQuery(shown);
  const anyOrder = (view: ListView) =>
    writeListQuery({ ...view, sort: everything.sort, direction: everything.direction });
  return (
    views.find(({ view }) => writeListQuery(view) === exact) ??
    views.find(({ view }) => anyOrder(view) === anyOrder(shown))
  );
}

/** How many things narrow the list, besides its order. */
export function isNarrowed(view: ListView): boolean {
  return writeListQuery({ ...view, sort: everything.sort, direction: everything.direction }) !== '';
}
