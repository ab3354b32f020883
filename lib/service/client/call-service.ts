import type { Clock, Random } from '../../core/clock';
import type { TryRequest, ServiceEndpoint, ServiceRequest } from './try-request';
import type { SharedCall } from './coalesce-calls';
import { retryDelayMs } from './retry-delay';
import type { ServiceResponse, RequestBudget } from '../service-client';

/** Asks a question, and asks again while that makes sense and somebody still waits. */
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

/** Waits in the lane of whoever waits; when a person joins the watcher's question, it changes into the people's lane. */
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
