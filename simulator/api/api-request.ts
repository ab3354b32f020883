import type { BrokenRule } from '../breakage/broken-rules';
import type { Dialect } from '../dialects/dialect';
import { type FieldErrors, sayError, sayValidation } from '../dialects/speak';
import { type Answer, htmlAnswer, jsonAnswer } from '../http/answer';
import { importFields } from './validate-import';

/** A request below one of the two base addresses, read whole and authenticated. */
export interface ApiRequest {
  method: string;
  /** Below the base address, decoded segment by segment. */
  segments: readonly string[];
  query: URLSearchParams;
  contentType: string | undefined;
  /** Undefined when it was too large or cut off. */
  body: Buffer | undefined;
}

/** What an answer depends on besides the request. */
export interface Manner {
  dialect: Dialect;
  broken: ReadonlySet<BrokenRule>;
}

const texts = {
  400: 'The request cannot be fulfilled because of bad syntax',
  401: 'The API token is missing or invalid',
  404: 'Not found',
  429: 'Rate limit exceeded',
} as const;

export function errorAnswer(manner: Manner, status: keyof typeof texts): Answer {
  const headers = status === 401 ? { 'www-authenticate': 'Basic realm="Import Migration Service"' } : {};
  if (manner.broken.has('html-errors')) return htmlAnswer(status, `<h1>${texts[status]}</h1>`, headers);
  return jsonAnswer(status, sayError(manner.dialect, texts[status]), headers);
}

export function validationAnswer(
  manner: Manner,
  errors: FieldErrors,
  fields: readonly string[] = importFields,
): Answer {
  if (manner.broken.has('validation-400')) return errorAnswer(manner, 400);
  if (manner.broken.has('html-errors')) return htmlAnswer(422, '<h1>Invalid</h1>');
  return jsonAnswer(422, sayValidation(manner.dialect, errors, fields));
}
