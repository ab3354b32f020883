import type { Problem } from '../contract/problem';
import { problemTypePrefix } from '../contract/problem-type';
import { isDatabaseOutage } from '../core/database-outage';
import { LandfallError, errorTable } from '../core/errors';
import { withoutValue } from '../core/log';
import type { RouteRow } from './access-matrix';
import type { RequestAuthSettings } from './check-auth';
import { findLanguage } from '../messages/choose-language';
import { outagePage } from './outage-page';
import { redirectResponse } from './redirect-response';

const retryAfterS = 5;

/** `mayHaveChanged`: a connection lost during a commit leaves open whether it was committed. */
export function toLandfallError(thrown: unknown, { mayHaveChanged }: { mayHaveChanged: boolean }): LandfallError {
  if (!isDatabaseOutage(thrown)) {
    return thrown instanceof LandfallError ? thrown : new LandfallError('internal', { cause: thrown });
  }
  const { title } = errorTable.database_unavailable;
  const next = mayHaveChanged
    ? 'Reload to see whether your change was saved.'
    : 'Nothing was changed. Try again in a few seconds.';
  const isSpecific = thrown instanceof LandfallError && thrown.userMessage !== title;
  return new LandfallError('database_unavailable', {
    userMessage: isSpecific ? thrown.userMessage : `${title}. ${next}`,
    logMessage: thrown instanceof LandfallError ? thrown.message : title,
    retryAfterS,
    cause: thrown,
  });
}

/** A failed query quotes its parameters, which a person may have typed, so only the database's message is logged. */
export function describeError(error: LandfallError): { level: 'debug' | 'info' | 'warn' | 'error'; logFields: object } {
  const { level } = errorTable[error.code];
  const cause = [...causesOf(error.cause)].find((candidate) => !isFailedQuery(candidate));
  return {
    level,
    logFields: {
      code: error.code,
      problem: error.message,
      ...(cause instanceof Error && {
        cause: `${cause.name}: ${withoutValue(cause)}`.slice(0, 1000),
        ...('code' in cause && { causeCode: String(cause.code) }),
        ...(level === 'error' && { stack: cause.stack?.replace(cause.message, withoutValue(cause)).slice(0, 4000) }),
      }),
    },
  };
}

/** Browsers get pages: their forms and links navigate. A denied call always gets a problem document. */
export function toErrorResponse(
  row: RouteRow,
  error: LandfallError,
  request: Request,
  { requestId, settings }: { requestId: string; settings: RequestAuthSettings | undefined },
): Response {
  const isNavigation = request.headers.get('accept')?.includes('text/html') === true;
  if (isNavigation && settings && error.code === 'database_unavailable') {
    const { pathname, search } = new URL(request.url);
    const audience = row.errorPage === undefined ? 'staff' : 'customer';
    const page = outagePage(
      { method: request.method, path: `${pathname}${search}`, headers: request.headers },
      { ...settings, audience, requestId },
    );
    return new Response(page.body, page);
  }
  if (isNavigation && row.errorPage !== undefined && error.code !== 'forbidden') {
    return redirectResponse(`${row.errorPage}?${new URLSearchParams({ request: requestId, ...languageOf(request) })}`);
  }
  return problemResponse(error, requestId);
}

/** The language of the page with the form. Our pages send a referrer to our own origin only. */
function languageOf(request: Request): { lang?: string } {
  const referrer = request.headers.get('referer') ?? '';
  const lang = URL.canParse(referrer) ? findLanguage(new URL(referrer).searchParams.get('lang') ?? '') : undefined;
  return lang === undefined ? {} : { lang };
}

function problemResponse(error: LandfallError, requestId: string): Response {
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
      // Browsers open no dialog for it.
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    },
  });
}

function* causesOf(thrown: unknown): Generator {
  let current = thrown;
  for (let depth = 0; depth < 5 && current !== undefined && current !== null; depth += 1) {
    yield current;
    current = current instanceof Error ? current.cause : undefined;
  }
}

/** The wrapper of drizzle. PGlite's own errors have both fields too, but a code as well, and a message without values. */
function isFailedQuery(thrown: unknown): boolean {
  return thrown instanceof Error && 'query' in thrown && 'params' in thrown && !('code' in thrown);
}
