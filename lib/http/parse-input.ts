import { z } from 'zod';
import { type FieldError, LandfallError } from '../core/errors';

export type Schema = z.core.$ZodType;

/** Reports errors per field and never echoes the input. */
export function parseInput<S extends Schema>(schema: S, value: unknown): z.output<S> {
  assertStorable(value);
  // Messages in the schema take precedence over ours.
  const parsed = z.safeParse(schema, value, { error: messageFor });
  if (parsed.success) return parsed.data;
  const errors: FieldError[] = parsed.error.issues
    .slice(0, 100)
    .map(({ path, message }) => ({ field: path.map(String).join('.').slice(0, 500), message }));
  throw new LandfallError('invalid', {
    errors,
    logMessage: `invalid input: ${errors.map((error) => error.field || 'whole').join(', ')}`.slice(0, 500),
  });
}

export function assertStorable(value: unknown): void {
  const field = findUnstorable(value);
  if (field === undefined) return;
  throw new LandfallError('invalid', {
    errors: [{ field, message: 'Contains a character that is not allowed' }],
    logMessage: 'invalid input: NUL or half a character',
  });
}

/**
 * The path of the first text that PostgreSQL does not store: with a NUL, or with half of a surrogate pair. Checked here
 * for every input, so that no query fails on it. A loop, since a body may be nested thousands of levels deep.
 */
export function findUnstorable(input: unknown): string | undefined {
  const open: { value: unknown; path: string }[] = [{ value: input, path: '' }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && !isStorable(value)) return path;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, item] of Object.entries(value)) {
      if (!isStorable(name)) return path;
      open.push({ value: item, path: path === '' ? name : `${path}.${name}`.slice(0, 500) });
    }
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function messageFor(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Is needed' : `Must be ${withArticle(issue.expected)}`;
    case 'too_big':
      return `Must be at most ${issue.maximum}${unitOf(issue.origin)}`;
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? 'Must not be empty'
        : `Must be at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'invalid_value':
      return `Must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.slice(0, 20).map(String).join(', ')}`;
    case 'invalid_format':
      return `Is not ${formatNames[issue.format] ?? 'in the right form'}`;
    case 'unrecognized_keys':
      return 'Has unknown fields';
    default:
      return 'Is not valid';
  }
}

const formatNames: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'a web address',
  uuid: 'an identifier',
  datetime: 'a moment such as 2026-11-12T09:00:00Z',
  date: 'a date such as 2026-11-12',
};

function withArticle(expected: string): string {
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' || origin === 'set' ? ' entries' : '';
}
