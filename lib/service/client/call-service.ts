import type { Clock, Random } from '../../core/clock';
import type { TryRequest, ServiceEndpoint, ServiceRequest } from './try-request';
import type { SharedCall } from './coalesce-calls';
import type { RequestBudget } from '../../core/request-budget';
import type { ServiceResponse } from '../service-client';

const maxAttempts = 4;
const baseMs = 200;
const capMs = 2_000;

/** Sends a GET and retries it until it succeeds, retrying makes no sense, or no caller is waiting. */
export async function callService<T>(
  deps: { tryRequest: TryRequest; clock: Clock; random: Random },
  endpoint: ServiceEndpoint,
  request: ServiceRequest<T>,
  call: SharedCall,
): Promise<ServiceResponse<T>> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await deps.tryRequest(endpoint, request, {
      attempt,
      lane: call.lane,
      waitForBudget: () => waitForBudget(endpoint.requestBudget, call),
      signal: call.signal,
      remainingMs: call.remainingMs,
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

/** Waits in the queue of every caller, and takes the first slot that one of them gets. */
async function waitForBudget(requestBudget: RequestBudget | null, call: SharedCall): Promise<void> {
  call.signal.throwIfAborted();
  if (!requestBudget) return;
  const done = new AbortController();
  // Not `AbortSignal.any`: this is on the path of every lookup, and a listener is cheaper.
  const onAbort = () => done.abort(call.signal.reason);
  call.signal.addEventListener('abort', onAbort, { once: true });
  const queued = new Set<string>();
  let stop = (): void => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const onServed = () => {
        resolve();
        // At once, so that no second slot is used for this call. The default reason would record a stack trace.
        done.abort('served');
      };
      stop = call.forEachRequester(({ lane, person }) => {
        const key = JSON.stringify([lane, person]);
        if (queued.has(key)) return;
        queued.add(key);
        requestBudget.take({ lane, person }, done.signal, onServed).then(onServed, reject);
      });
    });
  } finally {
    stop();
    call.signal.removeEventListener('abort', onAbort);
    done.abort('done');
  }
}
