import { describe, expect, it } from 'vitest';
import { standardDialect as dialect } from '../dialect/dialect';
import { parseDialect } from '../dialect/parse-dialect';
import { readTools } from './read-tools';

const tool = (name: string, slug: string | null, value = name, family: string | null = null) => ({
  name,
  slug,
  family,
  value,
});

describe('list of tools', () => {
  it.each<[string, unknown, object]>([
    ['name and slug', [{ name: 'Zen Desk', slug: 'zen-desk' }], tool('Zen Desk', 'zen-desk')],
    ['camel', { data: [{ toolName: 'Zen Desk', toolSlug: 'zen-desk' }] }, tool('Zen Desk', 'zen-desk')],
    ['name and label', [{ name: 'zen-desk', label: 'Zen Desk' }], tool('Zen Desk', 'zen-desk', 'zen-desk')],
    ['title and slug', [{ title: 'Zen Desk', slug: 'zen-desk' }], tool('Zen Desk', 'zen-desk')],
    ['bare texts', ['Zen Desk'], tool('Zen Desk', null)],
    ['a map from slug to name', { 'zen-desk': 'Zen Desk' }, tool('Zen Desk', 'zen-desk')],
    ['a map by slug', { tools: { 'zen-desk': { name: 'Zen Desk' } } }, tool('Zen Desk', 'zen-desk')],
    [
      'JSON:API',
      { data: [{ type: 'tools', id: 'zen-desk', attributes: { name: 'Zen Desk' } }] },
      tool('Zen Desk', 'zen-desk'),
    ],
    ['enveloped one by one', [{ tool: { name: 'Zen Desk', slug: 'zen-desk' } }], tool('Zen Desk', 'zen-desk')],
    ['a numeric id is not a slug', [{ id: 4, name: 'Zen Desk' }], tool('Zen Desk', null)],
    [
      'with a family',
      [{ name: 'Zen Desk', family: { name: 'Help desk' } }],
      tool('Zen Desk', null, 'Zen Desk', 'Help desk'),
    ],
    ['a category is not a family', [{ name: 'Zen Desk', category: 'x' }], tool('Zen Desk', null)],
  ])('%s', (_, answer, expected) => {
    expect(readTools(answer, dialect)).toEqual({ value: [expected], missing: [], unreadable: null });
  });

  it('reads families from several lists', () => {
    const { value } = readTools({ CRM: [{ name: 'A' }], 'Help desk': [{ name: 'B' }] }, dialect);
    expect(value.map(({ name, family }) => [name, family])).toEqual([
      ['A', 'CRM'],
      ['B', 'Help desk'],
    ]);
  });

  it("uses the dialect's source_tool value", () => {
    const answer = [{ name: 'Zen Desk', slug: 'zen-desk' }, { name: 'B' }];
    const { value, missing } = readTools(answer, parseDialect('{"toolValue":"slug"}'));
    expect(value.map((read) => read.value)).toEqual(['zen-desk', 'B']);
    expect(missing.map(({ fact, message }) => [fact, message])).toEqual([
      [
        'tool.slug',
        '1 of 2 tools have no slug, which is to be sent as source_tool; the name is sent; of the first: it has the field name',
      ],
    ]);
  });

  it.each<[string, unknown]>([
    ['an error with 200', { message: 'try later' }],
    ['a text', 'nope'],
    ['nothing', null],
    ['entries without names', [{ id: 1 }, { id: 2 }]],
  ])('does not read %s as a list', (_, answer) => {
    const { value, unreadable } = readTools(answer, dialect);
    expect(value).toEqual([]);
    expect(unreadable).not.toBeNull();
  });
});
