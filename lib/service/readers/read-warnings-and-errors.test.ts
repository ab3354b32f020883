import { describe, expect, it } from 'vitest';
import { readValidationErrors } from './read-validation-errors';
import { readWarnings } from './read-warnings';
import { createScrubber } from '../../core/scrub-secrets';

const warning = (text: string, kind: string | null = null, item: string | null = null) => ({ text, kind, item });

describe('warnings', () => {
  it.each<[string, unknown, object[]]>([
    ['absent', undefined, []],
    ['null', null, []],
    ['an empty text', ' ', []],
    ['an empty list', [], []],
    ['an empty map', {}, []],
    ['none, as a number', 0, []],
    ['none, as a count', { count: 0 }, []],
    ['none, as a count beside no list', { total: 0, items: null }, []],
    ['numbers by kind', { too_large: 0, no_author: 3, broken: false }, [warning('3', 'no_author')]],
    ['a text', 'too large', [warning('too large')]],
    ['a text of lines', 'one\r\n\ntwo', [warning('one'), warning('two')]],
    ['a list of texts', ['one\nand more', 'two'], [warning('one\nand more'), warning('two')]],
    ['objects', [{ kind: 'k', item_type: 'ticket', item_id: 7, message: 'm' }], [warning('m', 'k', 'ticket 7')]],
    ['camel objects', [{ code: 'k', itemType: 'ticket', itemId: '7', text: 'm' }], [warning('m', 'k', 'ticket 7')]],
    [
      'objects with an item',
      [{ type: 'k', item: { type: 'ticket', id: 7 }, description: 'm' }],
      [warning('m', 'k', 'ticket 7')],
    ],
    ['an object', { message: 'm', code: 'k' }, [warning('m', 'k')]],
    [
      'maps by type and item',
      { ticket: { 7: ['m', 'n'], 8: 'o' } },
      [warning('m', 'ticket', '7'), warning('n', 'ticket', '7'), warning('o', 'ticket', '8')],
    ],
    ['a map by kind', { too_large: ['m', 'n'] }, [warning('m', 'too_large'), warning('n', 'too_large')]],
    ['objects in maps', { ticket: { 7: [{ message: 'm', code: 'k' }] } }, [warning('m', 'k', 'ticket 7')]],
    [
      'a list as a map of numbers',
      { 0: { code: 'k', message: 'm' }, 1: { code: 'k', text: 5 }, 2: 'n' },
      [warning('m', 'k'), warning('5', 'k'), warning('n')],
    ],
    [
      'texts inside objects',
      { 0: { kind: { text: ['k'] }, item: { value: 'i' }, message: { text: ['m'] } }, 1: { text: { text: 'n' } } },
      [warning('m', 'k', 'i'), warning('n')],
    ],
    ['kinds that are numbers', { 404: ['m'] }, [warning('m', '404')]],
    ['a list with its length', { count: 1, items: [{ message: 'm' }] }, [warning('m')]],
    [
      'what is more is kept',
      [{ message: 'm', hint: 'try again', at: { line: 3 } }],
      [warning('m (hint: try again; at.line: 3)')],
    ],
    [
      'anything but text is shown as it came',
      [{ a: 1, b: 'x' }, 5, true],
      [warning('a: 1; b: x'), warning('5'), warning('true')],
    ],
    ['a secret beside it is hidden', [{ message: 'm', api_token: 'abc' }], [warning('m (api_token: hidden)')]],
    ['NUL', ['a\u0000b'], [warning('a\ufffdb')]],
  ])('%s', (_, value, expected) => {
    expect(readWarnings(value)).toEqual(expected);
  });

  it('splits a long text into several warnings', () => {
    const long = `${'x'.repeat(9_999)}\u{1F6A2}${'y'.repeat(5_000)}`;
    const read = readWarnings([long]);
    expect(read.map(({ text }) => text).join('')).toBe(long);
    expect(read.every(({ text }) => text.length <= 10_000 && text.isWellFormed())).toBe(true);
  });
});

const error = (field: string, message: string) => ({ field, message });

describe('422 body', () => {
  it.each<[string, unknown, object[]]>([
    [
      'a map with empty lists',
      { source_tool: ["can't be blank"], family: [], start_full: null },
      [error('source_tool', "can't be blank")],
    ],
    ['a map of texts', { sourceTool: 'is unknown' }, [error('source_tool', 'is unknown')]],
    ['all is well', { source_tool: [], family: [] }, []],
    [
      'an errors wrapper',
      { message: 'Validation failed', errors: { family: ['is unknown', 'is old'] } },
      [error('', 'Validation failed'), error('family', 'is unknown'), error('family', 'is old')],
    ],
    [
      'an error wrapper',
      { error: { message: 'Invalid', fields: { family: 'is unknown' } } },
      [error('', 'Invalid'), error('family', 'is unknown')],
    ],
    [
      'a list of texts',
      ['one', 'source_tool is unknown'],
      [error('', 'one'), error('source_tool', 'source_tool is unknown')],
    ],
    ['a list of objects', [{ field: 'source_tool', message: 'is unknown' }], [error('source_tool', 'is unknown')]],
    [
      'with codes',
      { errors: [{ field: 'family', code: 'blank', message: 'is blank' }] },
      [error('family', 'is blank (code: blank)')],
    ],
    [
      'JSON:API',
      {
        errors: [
          {
            status: '422',
            title: 'Invalid',
            detail: 'is unknown',
            source: { pointer: '/data/attributes/source_tool' },
          },
        ],
      },
      [error('source_tool', 'Invalid: is unknown')],
    ],
    [
      'problem details',
      { type: 'about:blank', title: 'Bad', 'invalid-params': [{ name: 'family', reason: 'is unknown' }] },
      [error('', 'Bad (type: about:blank)'), error('family', 'is unknown')],
    ],
    [
      'FastAPI',
      { detail: [{ loc: ['body', 'source_tool'], msg: 'Field required', type: 'missing' }] },
      [error('source_tool', 'Field required (type: missing)')],
    ],
    [
      'express-validator',
      { errors: [{ location: 'body', param: 'family', msg: 'Invalid value' }] },
      [error('family', 'Invalid value (location: body)')],
    ],
    [
      'class-validator',
      [{ property: 'family', constraints: { isString: 'family must be a string' } }],
      [error('family', 'family must be a string')],
    ],
    [
      'Rails, nested',
      { import: { source_tool: ['is unknown'] }, base: ['is closed'] },
      [error('source_tool', 'is unknown'), error('', 'is closed')],
    ],
    [
      'a code without a text',
      { message: 'Validation Failed', errors: [{ resource: 'Import', field: 'source_tool', code: 'missing_field' }] },
      [error('', 'Validation Failed'), error('source_tool', 'resource: Import; code: missing_field')],
    ],
    ['a field without a text', { errors: [{ field: 'family' }] }, [error('family', 'family')]],
    ['bracketed', { errors: { 'import[family]': ['is unknown'] } }, [error('family', 'is unknown')]],
    ['nested in two words', { destination: { username: ['is taken'] } }, [error('destination_username', 'is taken')]],
    ['an unknown field', { colour: ['is too loud'] }, [error('colour', 'is too loud')]],
    [
      'a text',
      "source_tool can't be blank; family is unknown; and odd",
      [error('source_tool', "source_tool can't be blank"), error('family', 'family is unknown; and odd')],
    ],
    [
      'a text in words',
      'Source tool is unknown\nTry again',
      [error('source_tool', 'Source tool is unknown'), error('', 'Try again')],
    ],
    [
      'HTML',
      '<html><style>p{}</style><h1>Invalid</h1><p>Source tool &amp; co</p></html>',
      [error('', 'Invalid'), error('source_tool', 'Source tool &amp; co')],
    ],
    ['a marked field', { family: true }, [error('family', 'true')]],
    ['nothing', null, []],
  ])('%s', (_, body, expected) => {
    expect(readValidationErrors(body)).toEqual(expected);
  });

  it('limits the number of errors and counts the rest', () => {
    const errors = readValidationErrors(Array.from({ length: 5_000 }, (_, n) => `error ${n}`));
    expect(errors).toHaveLength(1_000);
    expect(errors.at(-1)?.message).toBe('4001 more messages are in the raw reply');
  });
});

describe('echoed secrets', () => {
  it('are removed in every encoding', () => {
    const secret = 'p"ä/ss+w';
    const scrub = createScrubber([secret, undefined, 'X']);
    for (const spelled of [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret),
      Buffer.from(secret).toString('base64'),
    ])
      expect(scrub(`before ${spelled} after X`)).toMatch(/^before "?\[secret\]"? after X$/);
  });
});
