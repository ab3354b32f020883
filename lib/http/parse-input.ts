import * as z from 'zod/v4/core';
import { type FieldError, LandfallError } from '../core/errors';

export type Schema = z.$ZodType;

/** Parses what came from outside. What does not fit is told field by field, in words, and never echoed. */
export function parseInput<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.slice(0, 100).map(toFieldError);
  throw new LandfallError('invalid', {
    errors,
    log: `invalid input: ${errors.map((error) => error.field || 'whole').join(', ')}`.slice(0, 500),
  });
}

function toFieldError(issue: z.$ZodIssue): FieldError {
  const field = issue.path.map(String).join('.').slice(0, 500);
  // zod/mini says only "Invalid input" unless the schema brings words of its own.
  return { field, message: issue.message === 'Invalid input' ? wordsFor(issue) : issue.message };
}

function wordsFor(issue: z.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Is needed' : `Must be ${article(issue.expected)}`;
    case 'too_big':
      return `Must be at most ${issue.maximum}${unitOf(issue.origin)}`;
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? 'Must not be empty'
        : `Must be at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'invalid_value':
      return `Must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.slice(0, 20).map(String).join(', ')}`;
    case 'invalid_format':
      return `Is not ${formats[issue.format] ?? 'in the right form'}`;
    case 'unrecognized_keys':
      return 'Has fields that are not known here';
    default:
      return 'Is not valid';
  }
}

const formats: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'a web address',
  uuid: 'an identifier',
  datetime: 'a moment such as 2026-11-12T09:00:00Z',
  date: 'a date such as 2026-11-12',
};

function article(expected: string): string {
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' || origin === 'set' ? ' entries' : '';
}
