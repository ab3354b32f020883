import type { Clock, Random } from '../core/clock';
import type { Attempt, Channel, ServiceRequest } from './attempt';
import type { Flight } from './coalesce';
import { nextDelayMs } from './next-delay';
import type { Answer, Budget } from './service-client';

/** Asks a question, and asks again while that makes sense and somebody still waits. */
export async function ask<T>(
  deps: { attempt: Attempt; clock: Clock; random: Random },
  channel: Channel,
  request: ServiceRequest<T>,
  flight: Flight,
  requestId: string | undefined,
): Promise<Answer<T>> {
  for (let attempt = 1; ; attempt += 1) {
    const tried = await deps.attempt(channel, request, {
      attempt,
      lane: flight.lane,
      take: () => takeTurn(channel.budget, flight),
      signal: flight.signal,
      leftMs: flight.leftMs,
      requestId,
    });
    if (tried.ok) return tried.answer;
    if (!tried.worthRetrying || flight.signal.aborted) throw tried.error;
    const { retryAfterS } = tried.error;
    const delayMs = nextDelayMs(
      { attempt, leftMs: flight.leftMs(), retryAfterMs: retryAfterS === undefined ? undefined : retryAfterS * 1_000 },
      deps.random,
    );
    if (delayMs === undefined) throw tried.error;
    try {
      await deps.clock.sleep(delayMs, flight.signal);
    } catch {
      throw tried.error;
    }
  }
}

/** Waits in the lane of whoever waits; when a person joins the watcher's question, it changes into the people's lane. */
async function takeTurn(budget: Budget | null, flight: Flight): Promise<void> {
  for (;;) {
    flight.signal.throwIfAborted();
    if (!budget) return;
    if (flight.lane() === 'people') return budget.take('people', flight.signal);
    const raised = new AbortController();
    const stop = flight.onRaised(() => raised.abort());
    try {
      return await budget.take('watcher', AbortSignal.any([flight.signal, raised.signal]));
    } catch (error) {
      if (!raised.signal.aborted || flight.signal.aborted) throw error;
    } finally {
      stop();
    }
  }
}
