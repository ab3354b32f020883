import type { Clock } from '../../core/clock';
import type { TryRequest, ServiceEndpoint, ServiceRequest } from './try-request';
import { CallAborted } from './call-aborted';
import type { ServiceResponse, CallOptions } from '../service-client';

/** What is sent at the last moment ends in doubt: a POST whose turn comes later than this is not sent. */
const minResponseMs = 5_000;

/**
 * Sends a POST exactly once or not at all. Nothing here repeats: what to do after a failure is decided by whoever
 * knows what is at stake, from the error's `workDone`. The caller's signal ends the wait for a turn and no more.
 */
export async function sendOnce<T>(
  deps: { tryRequest: TryRequest; clock: Clock },
  endpoint: ServiceEndpoint,
  request: ServiceRequest<T>,
  call: CallOptions & { deadlineMs: number },
): Promise<ServiceResponse<T>> {
  const deadline = new AbortController();
  const tooLate = new AbortController();
  const done = new AbortController();
  const untilMs = deps.clock.now().getTime() + call.deadlineMs;
  const after = (ms: number, end: AbortController): void => {
    deps.clock.sleep(ms, done.signal).then(
      () => end.abort(new CallAborted('deadline')),
      () => undefined,
    );
  };
  after(call.deadlineMs, deadline);
  after(call.deadlineMs - Math.min(minResponseMs, call.deadlineMs / 2), tooLate);
  const waiting = call.signal ? AbortSignal.any([tooLate.signal, call.signal]) : tooLate.signal;
  try {
    const result = await deps.tryRequest(endpoint, request, {
      attempt: 1,
      lane: () => call.lane,
      waitForBudget: () => waitForBudget(endpoint, call, waiting),
      signal: deadline.signal,
      remainingMs: () => Math.max(0, untilMs - deps.clock.now().getTime()),
      requestId: call.requestId,
    });
    if (!result.ok) throw result.error;
    return result.response;
  } finally {
    done.abort();
  }
}

async function waitForBudget(endpoint: ServiceEndpoint, call: CallOptions, signal: AbortSignal): Promise<void> {
  try {
    await endpoint.requestBudget?.take(call.lane, signal);
    // A budget that resolves late must not let anything out.
    signal.throwIfAborted();
  } catch (error) {
    throw signal.aborted ? new CallAborted(call.signal?.aborted ? 'caller' : 'deadline') : error;
  }
}
