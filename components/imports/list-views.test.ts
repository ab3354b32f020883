import { expect, it } from 'vitest';
import { defaultListView } from '@/lib/contract/list-view';
import { currentView, type NamedView } from './list-views';

const builtIn: NamedView = { key: 'stuck', name: 'Stuck', view: { ...defaultListView, stuck: true } };
const saved = (key: string, mine: boolean): NamedView => ({
  ...builtIn,
  key,
  saved: { id: key, name: key, query: 'stuck=1', shared: true, mine },
});

it("prefers a person's own view to a built-in one with the same filters, so that it can be deleted", () => {
  const views = [builtIn, saved('of another person', false), saved('own', true)];
  expect(currentView(views, builtIn.view)?.key).toBe('own');
  expect(currentView(views.slice(0, 2), builtIn.view)?.key).toBe('stuck');
  expect(currentView(views, { ...builtIn.view, sort: 'created' })?.key).toBe('stuck');
});
