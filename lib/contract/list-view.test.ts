import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decisionSummaries, importSorts } from './import-filters';
import { importExportQuerySchema } from './imports';
import { defaultListView, listHref, parseListView, toListQuery, type ListView } from './list-view';
import { normaliseTags } from './tag-rules';

const values = fc.uniqueArray(
  fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).map((text) => text.toWellFormed()),
  { maxLength: 4 },
);
const view: fc.Arbitrary<ListView> = fc.record({
  status: values,
  tool: values,
  family: values,
  createdBy: values,
  tag: values.map((tags) => normaliseTags(tags).filter((tag) => tag !== '')),
  decision: fc.uniqueArray(fc.constantFrom(...decisionSummaries), { maxLength: 4 }),
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

  test('gives only views that the API accepts', () => {
    const names = Object.keys(importExportQuerySchema.shape);
    const odd = fc.constantFrom(
      'any',
      'asked',
      'maybe',
      'only',
      '2026-01-01..',
      '2026-1-1..',
      '2026-02-31..',
      '2026-01-01..9999-12-31',
      'sample',
      'created',
      'asc',
    );
    const value = fc.oneof(
      odd,
      fc.constantFrom(199, 201, 299, 301, 499, 501, 1001).map((length) => 'x'.repeat(length)),
    );
    const pairs = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 20 });
    fc.assert(
      fc.property(pairs, (given) => {
        const read = parseListView(new URLSearchParams(given));
        expect(importExportQuerySchema.parse(read)).toEqual(read);
      }),
    );
    const many = new URLSearchParams(Array.from({ length: 60 }, (_, index) => ['tool', `tool ${index}`]));
    expect(parseListView(many).tool).toHaveLength(50);
    expect(defaultListView).toEqual(importExportQuerySchema.parse({}));
  });

  test('includes gone imports in a search by default', () => {
    expect(parseListView(new URLSearchParams('q=acme')).gone).toBe('show');
    expect(parseListView(new URLSearchParams('q=acme&gone=hide')).gone).toBe('hide');
    expect(parseListView(new URLSearchParams('')).gone).toBe('hide');
  });
});
