import type { Environment } from '../../contract/environment';
import type { Clock, Random } from '../../core/clock';
import { errorTable, ServiceError } from '../../core/errors';
import type { Log } from '../../core/log';
import { inSpan } from '../../core/span';
import { CallAbortedError, HttpError, type HttpClient, type HttpResponse } from './http-client';
import { errorFromHttpError, errorFromResponse } from './service-errors';
import type { HealthTracker } from './service-health';
import { parseLosslessJson } from '../dialect/parse-lossless-json';
import type { ReadResult } from '../readers/read-result';
import type { RequestBudget, Lane } from '../../core/request-budget';
import type { ServiceResponse, ServiceEvent, ServiceOperation } from '../service-client';

export interface ServiceEndpoint {
  readonly environment: Environment;
  readonly http: HttpClient;
  readonly health: HealthTracker;
  /** Null for the sandbox. */
  readonly requestBudget: RequestBudget | null;
}

export interface ServiceRequest<T> {
  readonly operation: ServiceOperation;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string | null;
  readonly read: (json: unknown, response: HttpResponse) => ReadResult<T>;
  /** Any body counts as a success. */
  readonly ignoreBody: boolean;
  readonly scrub: (text: string) => string;
}

export interface TryContext {
  readonly attempt: number;
  readonly lane: () => Lane;
  readonly waitForBudget: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly remainingMs: () => number;
}

export type TryResult<T> =
  | { ok: true; response: ServiceResponse<T> }
  | { ok: false; error: ServiceError; retryable: boolean };

/** A request aborted sooner than this proves nothing about the service. */
const minConclusiveMs = 2_000;

/** Makes one attempt: breaker, budget, HTTP request, reading. The caller decides whether to retry. */
export function createTryRequest(deps: {
  clock: Clock;
  random: Random;
  log: Log;
  onEvent?: ((event: ServiceEvent) => void) | undefined;
}) {
  const { clock, random, log, onEvent } = deps;
  /** A span of its own. The address is not in it, and the service gets no `traceparent`: it is another company. */
  return function tryRequest<T>(
    endpoint: ServiceEndpoint,
    request: ServiceRequest<T>,
    context: TryContext,
  ): Promise<TryResult<T>> {
    const { environment } = endpoint;
    const attributes = {
      'http.request.method': request.method,
      'landfall.service.operation': request.operation,
      'landfall.service.environment': environment,
      'landfall.service.attempt': context.attempt,
    };
    return inSpan(`service ${request.operation}`, { kind: 'client', attributes }, (set) =>
      attempt(endpoint, request, context, ({ lane, status, outcome, waitMs }) =>
        set({
          'landfall.service.lane': lane,
          'landfall.service.wait_ms': waitMs,
          'landfall.outcome': outcome,
          ...(status !== null && { 'http.response.status_code': status }),
        }),
      ),
    );
  };

  async function attempt<T>(
    endpoint: ServiceEndpoint,
    request: ServiceRequest<T>,
    context: TryContext,
    describe: (event: ServiceEvent) => void,
  ): Promise<TryResult<T>> {
    const timing: { startedMs: number; sentMs?: number } = { startedMs: clock.now().getTime() };

    const report = (status: number | null, error: ServiceError | undefined, missing: readonly string[]): void => {
      const nowMs = clock.now().getTime();
      const event: ServiceEvent = {
        operation: request.operation,
        environment: endpoint.environment,
        lane: context.lane(),
        attempt: context.attempt,
        outcome: error?.code ?? 'ok',
        status,
        waitMs: (timing.sentMs ?? nowMs) - timing.startedMs,
        tookMs: timing.sentMs === undefined ? 0 : nowMs - timing.sentMs,
        missing,
      };
      onEvent?.(event);
      describe(event);
      if (error) {
        const { level } = errorTable[error.code];
        log[level]({ ...event, workDone: error.workDone, why: error.message }, 'the service call failed');
      } else log.debug(event, 'the service answered');
    };
    const fail = (error: ServiceError, retryable: boolean, status: number | null = null): TryResult<T> => {
      report(status, error, []);
      return { ok: false, error, retryable };
    };

    const blocked = endpoint.health.currentError();
    if (blocked) return fail(blocked, false);
    try {
      await context.waitForBudget();
    } catch (cause) {
      return fail(budgetWaitError(cause, context.signal), false);
    }
    const blockedLate = endpoint.health.beginRequest(context.remainingMs());
    if (blockedLate) return fail(blockedLate, false);

    const sentMs = clock.now().getTime();
    timing.sentMs = sentMs;
    const response = await sendRequest(endpoint.http, request, context.signal);
    if (response instanceof HttpError) {
      const byCaller = response.cause instanceof CallAbortedError && response.cause.reason === 'caller';
      const tookMs = clock.now().getTime() - sentMs;
      if (byCaller || (response.reason === 'aborted' && tookMs < minConclusiveMs)) endpoint.health.recordInconclusive();
      else if (response.head) endpoint.health.recordResponse();
      else endpoint.health.recordNoResponse();
      const error = errorFromHttpError(response, request.method);
      if (!byCaller) endpoint.health.recordOutcome(error);
      const retryable = response.reason === 'unreachable' || response.reason === 'broken';
      return fail(error, retryable, response.head?.status ?? null);
    }
    endpoint.health.recordResponse();

    const error = errorFromResponse(response, { ...request, now: response.receivedAt });
    if (error) {
      endpoint.health.recordOutcome(error);
      if (error.code === 'service_rate_limited') await pauseAll(endpoint.requestBudget, error.retryAfterS);
      const retryable = error.code === 'service_rate_limited' || error.code === 'service_failed';
      return fail(error, retryable, response.status);
    }

    const result = readResponse(request, response);
    if (result.unreadable !== null && request.method === 'GET') {
      const message = request.scrub(result.unreadable);
      const unreadable = new ServiceError('service_unreadable', {
        workDone: 'no',
        upstreamStatus: response.status,
        userMessage: `The migration service’s reply could not be read. ${message}`,
      });
      endpoint.health.recordOutcome(unreadable);
      return fail(unreadable, result.notJson, response.status);
    }
    endpoint.health.recordOutcome(undefined);
    report(
      response.status,
      undefined,
      result.missing.map(({ fact }) => fact),
    );
    const { status, sentAt, receivedAt, text } = response;
    const missing = result.missing.map(({ message }) => request.scrub(message));
    return { ok: true, response: { value: result.value, raw: text, status, sentAt, receivedAt, missing } };
  }

  async function pauseAll(requestBudget: RequestBudget | null, retryAfterS: number | undefined): Promise<void> {
    const pauseMs = retryAfterS === undefined ? 1_000 + random() * 1_000 : retryAfterS * 1_000;
    try {
      await requestBudget?.pause(Math.round(pauseMs));
    } catch (err) {
      log.error({ err }, 'the budget could not be paused after a 429');
    }
  }
}

/** An error response with an incomplete body is still that error. */
async function sendRequest<T>(
  http: HttpClient,
  request: ServiceRequest<T>,
  signal: AbortSignal,
): Promise<HttpResponse | HttpError> {
  try {
    if (request.method === 'GET') return await http.get(request.path, signal);
    return await http.post(request.path, request.body, signal);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { head } = error;
    return head && head.status >= 300 ? { ...head, text: '' } : error;
  }
}

export type TryRequest = ReturnType<typeof createTryRequest>;

function readResponse<T>(request: ServiceRequest<T>, response: HttpResponse): ReadResult<T> & { notJson: boolean } {
  if (request.ignoreBody) return { ...request.read(undefined, response), notJson: false };
  const parsed = parseLosslessJson(response.text);
  const result = request.read(parsed.ok ? parsed.value : undefined, response);
  if (parsed.ok) return { ...result, notJson: false };
  const message = response.text.trim() === '' ? 'The response is empty.' : 'The response is not JSON.';
  return { ...result, unreadable: message, notJson: true };
}

function budgetWaitError(cause: unknown, signal: AbortSignal): ServiceError {
  if (signal.aborted || cause instanceof CallAbortedError)
    return new ServiceError('service_timed_out', {
      workDone: 'no',
      userMessage: 'Too many requests to the migration service are waiting. This one was not sent.',
      logMessage: 'given up while waiting for the budget',
      cause,
    });
  return new ServiceError('database_unavailable', {
    workDone: 'no',
    logMessage: 'the request budget could not be read; nothing was sent',
    cause,
  });
}
