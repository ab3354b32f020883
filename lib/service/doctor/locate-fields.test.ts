import { expect, test } from 'vitest';
import { standardDialect } from '../dialect/dialect';
import { shapeOfCreated, shapeOfTools } from './response-shapes';
import { locateByValue } from './locate-fields';

test('returns a path only if it leads to the value that was read', () => {
  const answer = { id: 'request-1', import: { id: 418315, url: 'https://go.service.example/m/1' } };
  const { fields } = shapeOfCreated(answer, standardDialect, []);
  expect(fields['id']).toEqual({ path: 'import.id', by: 'name' });
  expect(fields['redirectUrl']).toEqual({ path: 'import.url', by: 'name' });
});

test('requires the path in every entry of a list', () => {
  const tools = [
    { name: 'Desk One', slug: 'desk-one', key: 'desk-one' },
    { name: 'Desk Two', slug: 'desk-two', key: 'another' },
  ];
  const { fields } = shapeOfTools({ data: tools }, standardDialect);
  expect(fields['slug']).toEqual({ path: 'slug', by: 'name' });
  const mixed = [
    { name: 'A', key: 'a' },
    { name: 'B', slug: 'b' },
  ];
  expect(shapeOfTools(mixed, standardDialect).fields['slug']).toBeUndefined();
});

test('returns nothing when two values match', () => {
  const isAddress = (value: unknown) => typeof value === 'string' && value.startsWith('https://');
  expect(locateByValue([{ wohin: 'https://a.example/', n: 1 }], isAddress)).toEqual({ path: 'wohin', by: 'value' });
  expect(locateByValue([{ hin: 'https://a.example/', her: 'https://b.example/' }], isAddress)).toBeUndefined();
});
