import { readFileSync } from 'node:fs';
import { describe, expect, inject, test } from 'vitest';
import { matchesShape, type Shape } from '../../lib/query/matches-shape';
import * as responseSchemas from '../../lib/query/response-schemas';
import { responseShapes } from '../../lib/query/response-shapes';
import { makeResponseShapes, shapesFile } from './make-response-shapes';

test('the shapes are those of the schemas (npm run shapes)', () => {
  expect(readFileSync(shapesFile, 'utf8')).toBe(makeResponseShapes());
});

const samples = {
  text: '6e9b5b0e-3c1c-4a55-9d0f-2f6c8f0a7b11',
  date: '2026-01-01T00:00:00.000Z',
  count: 3,
  integer: 3,
  number: 1.5,
  boolean: true,
  null: null,
};
const wrong: readonly unknown[] = [undefined, null, true, 0.5, 'x', [], {}];

/** Answers that fit, one for each choice at the top of the shape. */
function fitting(shape: Shape): unknown[] {
  if (typeof shape === 'string') return [samples[shape]];
  if (isArray(shape)) return [...shape];
  if ('any' in shape) return shape.any.flatMap(fitting);
  if ('list' in shape) return [fitting(shape.list).slice(-1)];
  if ('map' in shape) return [{ key: fitting(shape.map)[0] }];
  const fields = Object.entries({ ...shape.fields, ...shape.optional });
  return [0, 1].map((choice) =>
    Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        name === 'month' ? '2026-01' : (fitting(field)[choice] ?? fitting(field)[0]),
      ]),
    ),
  );
}

/** The same answer with one value replaced, for each value in it. */
function broken(value: unknown): unknown[] {
  const here = wrong.filter((other) => value !== samples.text || typeof other !== 'string');
  if (typeof value !== 'object' || value === null) return here;
  const inside = Object.entries(value).flatMap(([name, item]) =>
    broken(item).map((other) => (Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other })),
  );
  return [...here, ...inside];
}

const isArray = (shape: object): shape is readonly (string | boolean)[] => Array.isArray(shape);

/** With patterns for ids, colours and links. The browser leaves formats, lengths and ranges to the server. */
const withPatterns = ['brandImageSchema', 'brandingVersionSchema'];

describe.each(Object.entries(responseSchemas))('%s', (name, schema) => {
  const shape = new Map<string, Shape>(Object.entries(responseShapes)).get(name) ?? [];

  test('an answer fits exactly if the schema accepts it', () => {
    for (const answer of fitting(shape).slice(0, inject('fullSize') ? undefined : 2)) {
      expect(matchesShape(shape, answer)).toBe(true);
      if (withPatterns.includes(name)) continue;
      expect(schema.safeParse(answer)).toMatchObject({ success: true });
      const differing = broken(answer).filter(
        (other) => matchesShape(shape, other) !== schema.safeParse(other).success,
      );
      expect(differing).toEqual([]);
    }
  });
});
