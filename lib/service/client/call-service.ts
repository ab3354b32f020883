import type { Clock, Random } from '../../core/clock';
import type { TryRequest, ServiceEndpoint, ServiceRequest } from './try-request';
import type { SharedCall } from './coalesce-calls';
import type { ServiceResponse, RequestBudget } from '../service-client';

const maxAttempts = 4;
const baseMs = 200;
const capMs = 2_000;

/** Sends a GET and retries it until it succeeds, retrying makes no sense, or no caller is waiting. */
export async function callService<T>(
  deps: { tryRequest: TryRequest; clock: Clock; random: Random },
  endpoint: ServiceEndpoint,
  request: ServiceRequest<T>,
  call: SharedCall,
  requestId: string | undefined,
): Promise<ServiceResponse<T>> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await deps.tryRequest(endpoint, request, {
      attempt,
      lane: call.lane,
      waitForBudget: () => waitForBudget(endpoint.requestBudget, call),
      signal: call.signal,
      remainingMs: call.remainingMs,
      requestId,
    });
    if (result.ok) return result.response;
    if (!result.retryable || call.signal.aborted) throw result.error;
    const { retryAfterS } = result.error;
    const delayMs = retryDelayMs(
      {
        attempt,
        remainingMs: call.remainingMs(),
        retryAfterMs: retryAfterS === undefined ? undefined : retryAfterS * 1_000,
      },
      deps.random,
    );
    if (delayMs === undefined) throw result.error;
    try {
      await deps.clock.sleep(delayMs, call.signal);
    } catch {
      throw result.error;
    }
  }
}

/**
 * Exponential backoff with full jitter, on top of `Retry-After`. Undefined when attempts or time have run out.
 * @internal Exported for its test.
 */
export function retryDelayMs(
  options: { attempt: number; remainingMs: number; retryAfterMs?: number | undefined },
  random: Random,
): number | undefined {
  if (options.attempt >= maxAttempts) return undefined;
  const limit = Math.min(capMs, baseMs * 2 ** Math.max(0, options.attempt - 1));
  const delayMs = Math.round((options.retryAfterMs ?? 0) + random() * limit);
  return delayMs < options.remainingMs ? delayMs : undefined;
}

/** Moves from the poller's lane to the people's lane when a person joins the call. */
async function waitForBudget(requestBudget: RequestBudget | null, call: SharedCall): Promise<void> {
  for (;;) {
    call.signal.throwIfAborted();
    if (!requestBudget) return;
    if (call.lane() === 'people') return requestBudget.take('people', call.signal);
    const raised = new AbortController();
    const stop = call.onLaneRaised(() => raised.abort());
    try {
      return await requestBudget.take('poller', AbortSignal.any([call.signal, raised.signal]));
    } catch (error) {
      if (!raised.signal.aborted || call.signal.aborted) throw error;
    } finally {
      stop();
    }
  }
}
