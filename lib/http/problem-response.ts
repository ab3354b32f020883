import { type Problem, problemTypePrefix } from '../contract/problem';
import { type LandfallError, errorTable } from '../core/errors';

export function problemResponse(error: LandfallError, requestId: string): Response {
  const { status, title } = errorTable[error.code];
  const retryAfterS = error.retryAfterS === undefined ? undefined : Math.max(0, Math.ceil(error.retryAfterS));
  const problem: Problem = {
    type: `${problemTypePrefix}${error.code}`,
    title,
    status,
    detail: error.userMessage.slice(0, 10_000),
    errors: error.errors.slice(0, 1000).map(({ field, message }) => ({
      field: field.slice(0, 500),
      message: message.slice(0, 10_000),
    })),
    requestId,
    ...(retryAfterS !== undefined && { retryAfterS }),
  };
  return new Response(JSON.stringify(problem), {
    status,
    headers: {
      'content-type': 'application/problem+json',
      ...(retryAfterS !== undefined && { 'retry-after': String(retryAfterS) }),
    },
  });
}
