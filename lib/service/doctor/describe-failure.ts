import type { ServiceError } from '../../core/errors';

/** What to tell whoever sets Landfall up when the first question already fails. */
export function describeFailure(
  area: 'live' | 'sandbox',
  error: ServiceError,
): { message: string; question: string | null } {
  const setting = area === 'live' ? 'SERVICE_URL' : 'SERVICE_SANDBOX_URL';
  switch (error.code) {
    case 'service_unauthorized':
      return {
        message: `Reached, but the token is refused (it answered ${error.upstreamStatus}).`,
        question: `Whether our API token is valid ${area === 'live' ? 'for version 2.1' : 'for the sandbox as well'}, and what belongs into the password part.`,
      };
    case 'service_not_found':
      return {
        message: `A server answers, but there are no tools at this address (it answered ${error.upstreamStatus}): ${setting} must be the base address ${area === 'live' ? 'of version 2.1, such as https://service.example/api/v2.1' : 'of the sandbox, such as https://service.example/api/sandbox'}.`,
        question: `The base address ${area === 'live' ? 'of version 2.1' : 'of the sandbox'}.`,
      };
    case 'service_unreadable':
      return {
        message: `A server answers, but not as the service does. ${error.userMessage} Is ${setting} right?`,
        question: null,
      };
    case 'service_unreachable':
    case 'service_timed_out':
      return { message: `${error.userMessage} Is ${setting} right, and may this machine reach it?`, question: null };
    default:
      return { message: error.userMessage, question: null };
  }
}
