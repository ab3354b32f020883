import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decisionSummarySchema } from './decisions';
import { importSorts } from './imports';
import { everything, listHref, readListAddress, writeListQuery, type ListView } from './list-address';

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

describe('the address of the list', () => {
  test('holds every view whole', () => {
    fc.assert(
      fc.property(view, (one) => {
        expect(readListAddress(new URLSearchParams(writeListQuery(one)))).toEqual(sorted(one));
      }),
      { numRuns: 300 },
    );
  });

  test('is the plain one for everything, and the same for the same view', () => {
    expect(listHref(everything, 'live')).toBe('/imports');
    expect(listHref(everything, 'sandbox')).toBe('/imports?env=sandbox');
    const a = { ...everything, tool: ['B', 'A'] };
    expect(writeListQuery(a)).toBe(writeListQuery({ ...a, tool: ['A', 'B'] }));
  });

  test('that nobody understands opens the list all the same', () => {
    const odd = new URLSearchParams(
      'sort=colour&direction=up&warnings=lots&decision=maybe&decision=asked&gone=x&stuck=2',
    );
    expect(readListAddress(odd)).toEqual({ ...everything, decision: ['asked'] });
  });

  test('shows gone imports to whoever searches, unless told otherwise', () => {
    expect(readListAddress(new URLSearchParams('q=acme')).gone).toBe('show');
    expect(readListAddress(new URLSearchParams('q=acme&gone=hide')).gone).toBe('hide');
    expect(readListAddress(new URLSearchParams('')).gone).toBe('hide');
  });
});
