import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { anyText } from '../../core/testing/any-text';
import { warningSchema } from '../../contract/imports';
import { envelopeNames, listNames, nestedObjectNames, standardDialect as dialect } from '../dialect/dialect';
import { isRecord } from '../dialect/find-field';
import { parseLosslessJson } from '../dialect/parse-lossless-json';
import { readCreatedImport } from './read-created-import';
import { readDetailedImport } from './read-detailed-import';
import { readListedImports } from './read-listed-imports';
import { readReportedImport } from './read-reported-import';
import { readTools } from './read-tools';
import { readValidationErrors } from './read-validation-errors';
import { readWarnings } from './read-warnings';

const atFullSize = it.runIf(inject('fullSize'));

/** JSON with many of the names that the readers search for. */
const names = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ...'id import_id status state data import imports items tools name slug label'.split(' '),
    ),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ...'warnings message errors redirect_url url token family records users field'.split(' '),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('attributes', 'links', '__proto__', 'constructor', '', '0', '1', 'toString', 'result'),
  },
  { weight: 2, arbitrary: fc.string({ maxLength: 8 }) },
);
const leaf = fc.oneof(
  anyText({ maxLength: 12 }),
  fc.constantFrom('Migration completed', 'https://service.example/go', '5', 'ok', ''),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5, depthSize: 'medium', withCrossShrink: true },
    leaf,
    fc.array(tie('json'), { maxLength: 4 }),
    fc.array(fc.tuple(names, tie('json')), { maxLength: 5 }).map((pairs) => {
      const object: Record<string, unknown> = {};
      // Like JSON.parse: `__proto__` is an ordinary field.
      for (const [name, value] of pairs)
        Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
      return object;
    }),
  ),
}));
const anyJson = fc.oneof(json, fc.jsonValue());

function leavesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  return isRecord(value) ? Object.values(value).flatMap(leavesOf) : [value];
}
function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  return isRecord(value) ? Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]) : [];
}

const runs = { numRuns: inject('fullSize') ? 1_000 : 80 };

describe('any JSON', () => {
  it('never throws and returns only identifiers from the input', () => {
    fc.assert(
      fc.property(anyJson, (answer) => {
        const present = new Set([...leavesOf(answer), ...keysOf(answer)].map(String));
        const ids = [
          readCreatedImport(answer, dialect).value.id,
          readDetailedImport(answer, dialect).value.id,
          readReportedImport(answer, dialect).value.id,
          ...readListedImports(answer, dialect).value.map(({ id }) => id),
        ];
        for (const id of ids) if (id !== null) expect(present).toContain(id);
      }),
      runs,
    );
  });

  it('returns only tools, redirect URLs and tokens from the input', () => {
    fc.assert(
      fc.property(anyJson, (answer) => {
        const cleaned = (text: string) => text.toWellFormed().replaceAll('\u0000', '\ufffd');
        const present = new Set([...leavesOf(answer), ...keysOf(answer)].map((v) => cleaned(String(v))));
        const created = readCreatedImport(answer, dialect).value;
        const trimmed = new Set([...present].map((text) => text.trim()));
        if (created.redirectUrl !== null) expect(trimmed).toContain(cleaned(created.redirectUrl));
        if (created.token !== null) expect(present).toContain(created.token);
        for (const tool of readTools(answer, dialect).value) {
          expect(present).toContain(tool.value);
          expect(present).toContain(tool.name);
          if (tool.slug !== null) expect(present).toContain(cleaned(tool.slug));
        }
      }),
      runs,
    );
  });

  it('returns warnings and errors that match our API schemas', () => {
    fc.assert(
      fc.property(anyJson, (answer) => {
        for (const warning of readDetailedImport(answer, dialect).value.warnings)
          expect(warningSchema.safeParse(warning).success).toBe(true);
        const errors = readValidationErrors(answer);
        expect(errors.length).toBeLessThanOrEqual(1_000);
        for (const { field, message } of errors) {
          expect(field.length).toBeLessThanOrEqual(500);
          expect(message.length).toBeLessThanOrEqual(10_000);
          expect(message.trim()).not.toBe('');
        }
      }),
      runs,
    );
  });

  it('quotes no values in messages about missing facts', () => {
    const canary = 'c4n4ry-value';
    const withCanary = json.map((value) =>
      parseLosslessJson(JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? canary : inner)) ?? 'null'),
    );
    fc.assert(
      fc.property(withCanary, (parsed) => {
        if (!parsed.ok) return;
        for (const reading of [
          readCreatedImport(parsed.value, dialect),
          readDetailedImport(parsed.value, dialect),
          readListedImports(parsed.value, dialect),
          readReportedImport(parsed.value, dialect),
          readTools(parsed.value, dialect),
        ]) {
          const said = [...reading.missing.map(({ message }) => message), reading.unreadable ?? ''].join(' ');
          expect(said).not.toContain(canary);
        }
      }),
      runs,
    );
  });
});

/** Names of codes, locators and secrets, which are not messages. */
const noMessages = /status|code|token|field|redirect|secret/i;
function messagesOf(value: unknown, around = ''): string[] {
  if (typeof value === 'string') return noMessages.test(around) || value.trim() === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((inner) => messagesOf(inner, around));
  return isRecord(value)
    ? Object.entries(value).flatMap(([name, inner]) => messagesOf(inner, `${around}.${name}`))
    : [];
}
const flat = (text: string) => text.toWellFormed().replaceAll('\u0000', '\ufffd').replace(/\s+/g, ' ').trim();

describe('messages', () => {
  it('keeps every text of a 422 body', () => {
    fc.assert(
      fc.property(
        anyJson.filter((body) => typeof body !== 'string'),
        (body) => {
          const said = readValidationErrors(body).map(({ field, message }) => flat(`${field} ${message}`));
          for (const text of messagesOf(body))
            for (const line of text.split(/\r?\n/)) expect(said.some((error) => error.includes(flat(line)))).toBe(true);
        },
      ),
      runs,
    );
  });

  it('keeps every text of the warnings', () => {
    fc.assert(
      fc.property(anyJson, (warnings) => {
        const said = readWarnings(warnings).map(({ text, kind, item }) => flat(`${kind ?? ''} ${item ?? ''} ${text}`));
        for (const text of messagesOf(warnings))
          for (const line of text.split(/\r?\n/))
            expect(said.some((warning) => warning.includes(flat(line)))).toBe(true);
      }),
      runs,
    );
  });
});

describe('large and deep responses', () => {
  atFullSize('reads a list of 100,000 entries', () => {
    const many = Array.from({ length: 100_000 }, (_, n) => ({ id: n, status: 'Migration completed' }));
    expect(readListedImports({ data: many }, dialect).value).toHaveLength(100_000);
    expect(
      readTools(
        many.map(({ id }) => ({ name: `tool ${id}` })),
        dialect,
      ).value,
    ).toHaveLength(100_000);
    expect(readWarnings(many.map(({ id }) => `warning ${id}`))).toHaveLength(100_000);
  });

  it('reads the message inside a hundred thousand levels', () => {
    const depth = 100_000;
    const lists = parseLosslessJson(`${'['.repeat(depth)}"at the bottom"${']'.repeat(depth)}`);
    const maps = parseLosslessJson(`${'{"a":'.repeat(depth)}"at the bottom"${'}'.repeat(depth)}`);
    if (!lists.ok || !maps.ok) throw new Error('the test is wrong');
    for (const { value } of [lists, maps]) {
      expect(readWarnings(value).map(({ text }) => text)).toEqual(['at the bottom']);
      expect(readValidationErrors(value).map(({ message }) => message)).toEqual(['at the bottom']);
      expect(readDetailedImport({ data: value, warnings: value }, dialect).value.warnings).toHaveLength(1);
      for (const reader of [readCreatedImport, readListedImports, readTools])
        expect(() => reader(value, dialect)).not.toThrow();
    }
  });

  it.each([...new Set([...envelopeNames, ...nestedObjectNames, ...listNames, 'bytype', 'types', 'counts'])])(
    'survives twenty thousand levels of %s',
    (name) => {
      const depth = 20_000;
      const maps = parseLosslessJson(`${`{"${name}":`.repeat(depth)}1${'}'.repeat(depth)}`);
      const lists = parseLosslessJson(`${`[{"${name}":`.repeat(depth)}1${'}]'.repeat(depth)}`);
      if (!maps.ok || !lists.ok) throw new Error('the test is wrong');
      for (const { value } of [maps, lists]) {
        for (const reader of [readCreatedImport, readDetailedImport, readListedImports, readReportedImport, readTools])
          expect(() => reader(value, dialect)).not.toThrow();
        const facts = { records: value, users: value, warnings: value };
        expect(readDetailedImport({ id: '1', ...facts }, dialect).value.records).toEqual([]);
        expect(() => readValidationErrors(value)).not.toThrow();
      }
    },
  );
});
