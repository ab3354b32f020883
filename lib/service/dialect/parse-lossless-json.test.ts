import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseLosslessJson } from './parse-lossless-json';

const long = '12345678901234567890';

it('keeps long integers as text, and leaves everything else as it is', () => {
  expect(parseLosslessJson(`{"id": ${long}, "small": -12.5e3, "list": [-${long}, 9007199254740993]}`)).toEqual({
    ok: true,
    value: { id: long, small: -12500, list: [`-${long}`, '9007199254740993'] },
  });
});

it('changes no text, whatever it contains', () => {
  const text = fc.array(fc.constantFrom('"', '\\', '\\"', `: ${long}`, '\n', 'é', '}')).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.dictionary(text, fc.oneof(text, fc.array(text))), (document) => {
      const json = `{"number":${long},"document":${JSON.stringify(document)}}`;
      expect(parseLosslessJson(json)).toEqual({ ok: true, value: { number: long, document: { ...document } } });
    }),
  );
});

it('rejects what is not JSON', () => {
  for (const text of ['', '{', `"${long}`, `{"a": ${long}`, `"\\`, `${long}"`]) {
    expect(parseLosslessJson(text)).toEqual({ ok: false });
  }
});
