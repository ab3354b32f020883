import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeDecision } from '@/lib/contract/testing/make-decision';
import { makeQueueItem } from './testing/make-queue-item';
import { filtersByTab, filterQueue, readQueueSearch } from './queue-filter';

const items = fc.array(
  fc.record({
    importId: fc.string(),
    username: fc.option(fc.string(), { nil: null }),
    warnings: fc.nat(3),
    earlierYear: fc.nat(2),
    asked: fc.record({
      source: fc.constant('agent' as const),
      by: fc.constant('Al'),
      verified: fc.boolean(),
      message: fc.constant(''),
    }),
  }),
);

test('narrows the queue with every further filter and keeps the order', () => {
  fc.assert(
    fc.property(items, fc.subarray([...filtersByTab.waiting]), fc.string({ maxLength: 3 }), (changes, filters, q) => {
      const all = changes.map((change) => makeQueueItem(change));
      const left = filterQueue(all, { filters, q }, 'me');
      const fewer = filterQueue(left, { filters: [...filters, 'warnings'], q }, 'me');
      expect(all.filter((entry) => left.includes(entry))).toEqual(left);
      expect(left.filter((entry) => fewer.includes(entry))).toEqual(fewer);
    }),
  );
});

test('shows everything for unknown filters in the URL', () => {
  fc.assert(
    fc.property(items, fc.string(), (changes, show) => {
      const all = changes.map((change) => makeQueueItem(change));
      const { filters } = readQueueSearch(new URLSearchParams({ show: `no-${show}` }));
      expect(filterQueue(all, { filters, q: '' }, 'me')).toEqual(all);
    }),
  );
});

const people = [
  { id: 'me', name: 'Mei' },
  { id: 'ines', name: 'Ines' },
];

test('leaves out own proposals from those waiting for you', () => {
  const proposed = (id: string) =>
    makeQueueItem({
      decision: makeDecision({ state: 'proposed', proposedBy: { id, name: 'Ines' }, needsSecond: true }),
      secondPeople: people.filter((person) => person.id !== id),
    });
  const [own, other] = [proposed('me'), proposed('ines')];
  expect(filterQueue([own, other], { filters: ['you'], q: '' }, 'me')).toEqual([other]);
});

test('finds customer, import and tool, ignoring case', () => {
  const all = [makeQueueItem({}), makeQueueItem({ importId: '77', username: null, tool: 'Help Scout' })];
  expect(filterQueue(all, { filters: [], q: 'ACME' }, 'me')).toEqual([all[0]]);
  expect(filterQueue(all, { filters: [], q: '77' }, 'me')).toEqual([all[1]]);
  expect(filterQueue(all, { filters: [], q: ' help ' }, 'me')).toEqual([all[1]]);
});
