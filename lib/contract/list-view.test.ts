import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decisionSummarySchema } from './decisions';
import { importSorts } from './imports';
import { defaultListView, listHref, parseListView, toListQuery, type ListView } from './list-view';

const values = fc.uniqueArray(
  fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).map((text) => text.toWellFormed()),
  { maxLength: 4 },
);
const view: fc.Arbitrary<ListView> = fc.record({
  status: values,
  tool: values,
  family: values,
  createdBy: values,
  decision: fc.uniqueArray(fc.constantFrom(...decisionSummarySchema.options), { maxLength: 4 }),
  warnings: fc.constantFrom('any', 'some', 'none', 'many'),
  gone: fc.constantFrom('hide', 'only', 'show'),
  stuck: fc.boolean(),
  q: fc.string({ maxLength: 40 }).map((text) => text.toWellFormed().trim()),
  sort: fc.constantFrom(...importSorts),
  direction: fc.constantFrom('asc', 'desc'),
});
const sorted = (one: ListView): ListView => ({
  ...one,
  status: [...one.status].sort(),
  tool: [...one.tool].sort(),
  family: [...one.family].sort(),
  createdBy: [...one.createdBy].sort(),
  decision: [...one.decision].sort(),
});

describe('list URL', () => {
  test('round-trips every view', () => {
    fc.assert(
      fc.property(view, (one) => {
        expect(parseListView(new URLSearchParams(toListQuery(one)))).toEqual(sorted(one));
      }),
      { numRuns: 300 },
    );
  });

  test('is empty for the default view, and equal for equal views', () => {
    expect(listHref(defaultListView, 'live')).toBe('/imports');
    expect(listHref(defaultListView, 'sandbox')).toBe('/imports?env=sandbox');
    const a = { ...defaultListView, tool: ['B', 'A'] };
    expect(toListQuery(a)).toBe(toListQuery({ ...a, tool: ['A', 'B'] }));
  });

  test('ignores values that are not understood', () => {
    const odd = new URLSearchParams(
      'sort=colour&direction=up&warnings=lots&decision=maybe&decision=asked&gone=x&stuck=2',
    );
    expect(parseListView(odd)).toEqual({ ...defaultListView, decision: ['asked'] });
  });

  test('includes gone imports in a search by default', () => {
    expect(parseListView(new URLSearchParams('q=acme')).gone).toBe('show');
    expect(parseListView(new URLSearchParams('q=acme&gone=hide')).gone).toBe('hide');
    expect(parseListView(new URLSearchParams('')).gone).toBe('hide');
  });
});
