import { ServiceError } from '../../core/errors';
import type { HttpFailure } from './http-client';
import { CallAborted } from './call-aborted';

/** `workDone` is "maybe" only for a POST whose bytes may have been sent. */
export function errorFromFailure(failure: HttpFailure, method: 'GET' | 'POST'): ServiceError {
  const maybeDone = method === 'POST' && failure.sent;
  const workDone = maybeDone ? 'maybe' : 'no';
  const unknown = maybeDone ? ' Whether it acted on the request is not known.' : '';
  const details = { workDone, upstreamStatus: failure.head?.status, cause: failure.cause } as const;
  switch (failure.reason) {
    case 'aborted':
      return new ServiceError('service_timed_out', {
        ...details,
        userMessage: `The migration service did not answer in time.${unknown}`,
        logMessage: failure.cause instanceof CallAborted ? failure.cause.message : 'no answer within the deadline',
      });
    case 'unreachable':
      return new ServiceError('service_unreachable', {
        ...details,
        userMessage: `The migration service cannot be reached: ${describeCode(codeOf(failure.cause))}.`,
        logMessage: `no connection to the service (${codeOf(failure.cause)})`,
      });
    case 'broken':
      if (failure.head)
        return new ServiceError('service_unreadable', {
          ...details,
          userMessage: `The answer of the migration service broke off.${unknown}`,
          logMessage: `the answer (${failure.head.status}) broke off (${codeOf(failure.cause)})`,
        });
      return new ServiceError('service_unreachable', {
        ...details,
        userMessage: `The connection to the migration service broke before it answered.${unknown}`,
        logMessage: `the connection broke before an answer (${codeOf(failure.cause)})`,
      });
    case 'too_large':
      return new ServiceError('service_unreadable', {
        ...details,
        userMessage: `The answer of the migration service is too large (more than 16 MB).${unknown}`,
      });
    case 'encoded':
      return new ServiceError('service_unreadable', {
        ...details,
        userMessage: `The answer of the migration service is compressed, although we asked for plain text.${unknown}`,
      });
  }
}

function codeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string')
    return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

function describeCode(code: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_NONAME')
    return 'its name is not known to the network';
  if (code === 'ECONNREFUSED') return 'it refuses connections';
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'no connection could be made in time';
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'there is no way to its network';
  if (/CERT|ALTNAME|SELF_SIGNED|UNABLE_TO|SSL|TLS|EPROTO/.test(code))
    return `no safe connection could be made (${code})`;
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' || code === 'EPIPE') return 'it closes connections';
  return `the connection failed (${code})`;
}
