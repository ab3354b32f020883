import { expect, test } from 'vitest';
import { standardDialect } from '../dialect/dialect';
import { shapeOfCreated, shapeOfTools } from './response-shapes';
import { locateByValue } from './locate-fields';

test('a path is named only when it leads to the very value that was read', () => {
  const answer = { id: 'request-1', import: { id: 418315, url: 'https://go.service.example/m/1' } };
  const { fields } = shapeOfCreated(answer, standardDialect, []);
  expect(fields['id']).toEqual({ path: 'import.id', by: 'name' });
  expect(fields['redirectUrl']).toEqual({ path: 'import.url', by: 'name' });
});

test('a path must hold for every entry of a list, not for the first alone', () => {
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

test('two values that could both be it are a doubt, and none is named', () => {
  const isAddress = (value: unknown) => typeof value === 'string' && value.startsWith('https://');
  expect(locateByValue([{ wohin: 'https://a.example/', n: 1 }], isAddress)).toEqual({ path: 'wohin', by: 'value' });
  expect(locateByValue([{ hin: 'https://a.example/', her: 'https://b.example/' }], isAddress)).toBeUndefined();
});
