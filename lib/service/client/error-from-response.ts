import { ServiceError, type ErrorCode, type FieldError } from '../../core/errors';
import type { HttpResponse } from './http-client';
import { parseJson } from '../dialect/parse-json';
import { readRetryAfterS } from './read-retry-after';
import { readValidationErrors } from '../readers/read-validation-errors';

const maxMessageLength = 300;

/**
 * The error an answer means, or undefined for a success. `workDone` is about a POST: a refusal (4xx) was not carried
 * out; of a redirect or a failure nobody can say. A question changes nothing, so there it is always "no".
 */
export function errorFromResponse(
  answer: Pick<HttpResponse, 'status' | 'headers' | 'text'>,
  options: { method: 'GET' | 'POST'; now: Date; scrub: (text: string) => string },
): ServiceError | undefined {
  const { status } = answer;
  if (status >= 200 && status < 300) return undefined;
  const code = codeOf(status);
  const refused = status >= 400 && status < 500;
  const errors = refused ? readErrors(answer.text, options.scrub) : [];
  const retryAfterS = readRetryAfterS(answer.headers['retry-after'], options.now);
  return new ServiceError(code, {
    workDone: options.method === 'GET' || refused ? 'no' : 'maybe',
    upstreamStatus: status,
    userMessage: userMessageFor(code, status, errors, retryAfterS, options.method),
    logMessage: `the service answered ${status}`,
    ...(code === 'service_invalid' ? { errors: orDefaultReason(errors) } : {}),
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

function orDefaultReason(errors: readonly FieldError[]): readonly FieldError[] {
  return errors.length > 0 ? errors : [{ field: '', message: 'The migration service gave no reason.' }];
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

/** The service's own words, short enough for one line. */
function joinErrors(errors: readonly FieldError[]): string {
  const said = errors.map(({ field, message }) =>
    field === '' || message.startsWith(field) ? message : `${field} ${message}`,
  );
  const line = said.join('; ').replace(/\s+/g, ' ').trim();
  return line.length <= maxMessageLength ? line : `${line.slice(0, maxMessageLength - 1).toWellFormed()}…`;
}
