import type { Clock } from '../../core/clock';
import type { TryRequest, ServiceEndpoint, ServiceRequest } from './try-request';
import { abortAfter, CallAbortedError } from './http-client';
import type { ServiceResponse, CallOptions } from '../service-client';

/** A POST is not sent with less time than this left, because its response would come too late. */
const minResponseMs = 5_000;

/** Sends a POST once or not at all, never twice. The caller's signal only ends the wait for the budget. */
export async function sendOnce<T>(
  deps: { tryRequest: TryRequest; clock: Clock },
  endpoint: ServiceEndpoint,
  request: ServiceRequest<T>,
  call: CallOptions & { deadlineMs: number },
): Promise<ServiceResponse<T>> {
  const done = new AbortController();
  const startMs = deps.clock.now().getTime();
  const waitMs = call.deadlineMs - Math.min(minResponseMs, call.deadlineMs / 2);
  const deadline = abortAfter(deps.clock, call.deadlineMs, done.signal);
  const tooLate = abortAfter(deps.clock, waitMs, done.signal);
  const waiting = call.signal ? AbortSignal.any([tooLate, call.signal]) : tooLate;
  try {
    const result = await deps.tryRequest(endpoint, request, {
      attempt: 1,
      lane: () => call.lane,
      waitForBudget: async () => {
        await waitForBudget(endpoint, call, waiting);
        // Timers stand still while the process is suspended, and may then run in another order.
        if (deps.clock.now().getTime() > startMs + waitMs) throw new CallAbortedError('deadline');
      },
      signal: deadline,
      remainingMs: () => Math.max(0, startMs + call.deadlineMs - deps.clock.now().getTime()),
    });
    if (!result.ok) throw result.error;
    return result.response;
  } finally {
    done.abort();
  }
}

async function waitForBudget(endpoint: ServiceEndpoint, call: CallOptions, signal: AbortSignal): Promise<void> {
  try {
    await endpoint.requestBudget?.take({ lane: call.lane, person: call.person }, signal);
    // The budget may resolve after the signal was aborted.
    signal.throwIfAborted();
  } catch (error) {
    throw signal.aborted ? new CallAbortedError(call.signal?.aborted ? 'caller' : 'deadline') : error;
  }
}
