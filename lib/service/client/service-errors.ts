import { ServiceError, type ErrorCode, type FieldError } from '../../core/errors';
import { CallAbortedError, type HttpError, type HttpResponse } from './http-client';
import { parseLosslessJson } from '../dialect/parse-lossless-json';
import { readTimestamp } from '../dialect/read-timestamp';
import { readValidationErrors } from '../readers/read-validation-errors';

const maxMessageLength = 300;
const outcomeUnknown = ' We do not know whether it carried out the request.';
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
  const parsed = parseLosslessJson(text);
  return readValidationErrors(parsed.ok ? parsed.value : text).map(({ field, message }) => ({
    field: scrub(field),
    message: scrub(message),
  }));
}

/** Accepts seconds or an HTTP date, and also an ISO date or a Unix time. Undefined when absent or unreadable. */
export function readRetryAfterS(header: string | string[] | undefined, now: Date): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.min(maxRetryAfterS, Math.ceil(Number(text)));
  // `Date.parse` alone would read "-5" as a year.
  const atMs = readTimestamp(text)?.getTime() ?? (/^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : NaN);
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
  const unknown = method === 'POST' ? outcomeUnknown : '';
  const message = joinErrors(errors);
  switch (code) {
    case 'service_unauthorized':
      return `The migration service refuses our API token (status ${status}). An admin has to check it under Settings > Connection.`;
    case 'service_not_found':
      return 'No longer available at the migration service: cancelled, archived or unknown.';
    case 'service_invalid':
      return message === '' ? 'The migration service did not accept the entries and gave no reason.' : message;
    case 'service_rate_limited':
      return retryAfterS === undefined
        ? 'Too many requests to the migration service. Try again in a moment.'
        : `Too many requests to the migration service. Try again in ${retryAfterS} s.`;
    case 'service_bad_request':
      return `The migration service did not accept the request (status ${status})${message === '' ? '.' : `: ${message}`}`;
    case 'service_failed':
      return `The migration service reported an error (status ${status}).${unknown || ' Try again in a few minutes.'}`;
    default:
      return `The migration service answered with a redirect (${status}), which is not followed. An admin has to check its address under Settings > Connection.${unknown}`;
  }
}

function joinErrors(errors: readonly FieldError[]): string {
  const messages = errors.map(({ field, message }) =>
    field === '' || message.startsWith(field) ? message : `${field} ${message}`,
  );
  const line = messages.join('; ').replace(/\s+/g, ' ').trim();
  return line.length <= maxMessageLength ? line : `${line.slice(0, maxMessageLength - 1).toWellFormed()}…`;
}

/** `workDone` is "maybe" only for a POST whose bytes may have been sent. */
export function errorFromHttpError(error: HttpError, method: 'GET' | 'POST'): ServiceError {
  const maybeDone = method === 'POST' && error.sent;
  const workDone = maybeDone ? 'maybe' : 'no';
  const unknown = maybeDone ? outcomeUnknown : '';
  const details = { workDone, upstreamStatus: error.head?.status, cause: error.cause } as const;
  switch (error.reason) {
    case 'aborted':
      return new ServiceError('service_timed_out', {
        ...details,
        userMessage: `The migration service did not reply in time.${unknown}`,
        logMessage: error.cause instanceof CallAbortedError ? error.cause.message : 'no answer within the deadline',
      });
    case 'unreachable':
      return new ServiceError('service_unreachable', {
        ...details,
        userMessage: `The migration service cannot be reached: ${describeCode(systemCodeOf(error.cause))}.`,
        logMessage: `no connection to the service (${systemCodeOf(error.cause)})`,
      });
    case 'broken':
      if (error.head)
        return new ServiceError('service_unreadable', {
          ...details,
          userMessage: `The migration service’s reply was incomplete.${unknown}`,
          logMessage: `the answer (${error.head.status}) broke off (${systemCodeOf(error.cause)})`,
        });
      return new ServiceError('service_unreachable', {
        ...details,
        userMessage: `The connection to the migration service was lost before it replied.${unknown}`,
        logMessage: `the connection broke before an answer (${systemCodeOf(error.cause)})`,
      });
    case 'too_large':
      return new ServiceError('service_unreadable', {
        ...details,
        userMessage: `The migration service’s reply is too large (more than 16 MB).${unknown}`,
      });
    case 'encoded':
      return new ServiceError('service_unreadable', {
        ...details,
        userMessage: `The migration service’s reply is compressed, but we requested plain text.${unknown}`,
      });
  }
}

function systemCodeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string')
    return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

function describeCode(code: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_NONAME')
    return 'its name is not known to the network';
  if (code === 'ECONNREFUSED') return 'it refuses connections';
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'no connection could be made in time';
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'its network cannot be reached';
  // ERR_SSL_…_CERTIFICATE_REQUIRED means one of ours.
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(code) && !code.startsWith('ERR_SSL_'))
    return `its certificate is not accepted (${code})`;
  if (/SSL|TLS|EPROTO/.test(code)) return `no TLS connection could be made (${code})`;
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' || code === 'EPIPE') return 'it closes connections';
  return `the connection failed (${code})`;
}
