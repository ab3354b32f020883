import { ServiceError, type ErrorCode, type FieldError } from '../../core/errors';
import type { HttpResponse } from './http-client';
import { parseJson } from '../dialect/parse-json';
import { readValidationErrors } from '../readers/read-validation-errors';

const maxMessageLength = 300;
const maxRetryAfterS = 24 * 60 * 60;

/** Undefined for a success. `workDone` is "no" for a GET and for a 4xx; after a redirect or 5xx to a POST it is "maybe". */
export function errorFromResponse(
  response: Pick<HttpResponse, 'status' | 'headers' | 'text'>,
  options: { method: 'GET' | 'POST'; now: Date; scrub: (text: string) => string },
): ServiceError | undefined {
  const { status } = response;
  if (status >= 200 && status < 300) return undefined;
  const code = codeOf(status);
  const refused = status >= 400 && status < 500;
  const errors = refused ? readErrors(response.text, options.scrub) : [];
  const retryAfterS = readRetryAfterS(response.headers['retry-after'], options.now);
  return new ServiceError(code, {
    workDone: options.method === 'GET' || refused ? 'no' : 'maybe',
    upstreamStatus: status,
    userMessage: userMessageFor(code, status, errors, retryAfterS, options.method),
    logMessage: `the service answered ${status}`,
    ...(code === 'service_invalid'
      ? { errors: errors.length > 0 ? errors : [{ field: '', message: 'The migration service gave no reason.' }] }
      : {}),
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
  });
}

function codeOf(status: number): ErrorCode {
  if (status === 401 || status === 403) return 'service_unauthorized';
  if (status === 404 || status === 410) return 'service_not_found';
  if (status === 422) return 'service_invalid';
  if (status === 429) return 'service_rate_limited';
  if (status >= 400 && status < 500) return 'service_bad_request';
  return status >= 500 ? 'service_failed' : 'service_unreadable';
}

function readErrors(text: string, scrub: (text: string) => string): FieldError[] {
  const parsed = parseJson(text);
  return readValidationErrors(parsed.ok ? parsed.value : text).map(({ field, message }) => ({
    field: scrub(field),
    message: scrub(message),
  }));
}

/**
 * Accepts seconds or an HTTP date. Undefined when absent or unreadable.
 * @internal Exported for its test.
 */
export function readRetryAfterS(header: string | string[] | undefined, now: Date): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.min(maxRetryAfterS, Math.ceil(Number(text)));
  // `Date.parse` alone would read "-5" as a year.
  if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined;
  const atMs = Date.parse(text);
  if (Number.isNaN(atMs)) return undefined;
  return Math.min(maxRetryAfterS, Math.max(0, Math.ceil((atMs - now.getTime()) / 1_000)));
}

function userMessageFor(
  code: ErrorCode,
  status: number,
  errors: readonly FieldError[],
  retryAfterS: number | undefined,
  method: 'GET' | 'POST',
): string {
  const unknown = method === 'POST' ? ' Whether it acted on the request is not known.' : '';
  const message = joinErrors(errors);
  switch (code) {
    case 'service_unauthorized':
      return `The migration service refuses our API token (it answered ${status}). Tell an admin to check SERVICE_TOKEN.`;
    case 'service_not_found':
      return 'No longer available at the migration service: cancelled, archived or unknown.';
    case 'service_invalid':
      return message === '' ? 'The migration service refused what was entered and gave no reason.' : message;
    case 'service_rate_limited':
      return retryAfterS === undefined
        ? 'The migration service is asked too often just now. Try again in a moment.'
        : `The migration service asks us to wait ${retryAfterS} s.`;
    case 'service_bad_request':
      return `The migration service did not accept the request (it answered ${status})${message === '' ? '.' : `: ${message}`}`;
    case 'service_failed':
      return `The migration service reported a failure (it answered ${status}).${unknown}`;
    default:
      return `The migration service answered with a redirect (${status}), which is not followed; SERVICE_URL may be wrong.${unknown}`;
  }
}

function joinErrors(errors: readonly FieldError[]): string {
  const messages = errors.map(({ field, message }) =>
    field === '' || message.startsWith(field) ? message : `${field} ${message}`,
  );
  const line = messages.join('; ').replace(/\s+/g, ' ').trim();
  return line.length <= maxMessageLength ? line : `${line.slice(0, maxMessageLength - 1).toWellFormed()}…`;
}
