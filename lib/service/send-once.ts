import type { Clock } from '../core/clock';
import type { Attempt, Channel, ServiceRequest } from './attempt';
import { GivenUp } from './given-up';
import type { Answer, Call } from './service-client';

/** What is sent at the last moment ends in doubt: a POST whose turn comes later than this is not sent. */
const leastForAnswerMs = 5_000;

/**
 * Sends a POST exactly once or not at all. Nothing here repeats: what to do after a failure is decided by whoever
 * knows what is at stake, from the error's `workDone`. The caller's signal ends the wait for a turn and no more.
 */
export async function sendOnce<T>(
  deps: { attempt: Attempt; clock: Clock },
  channel: Channel,
  request: ServiceRequest<T>,
  call: Call & { deadlineMs: number },
): Promise<Answer<T>> {
  const deadline = new AbortController();
  const tooLate = new AbortController();
  const done = new AbortController();
  const untilMs = deps.clock.now().getTime() + call.deadlineMs;
  const after = (ms: number, end: AbortController): void => {
    deps.clock.sleep(ms, done.signal).then(
      () => end.abort(new GivenUp('deadline')),
      () => undefined,
    );
  };
  after(call.deadlineMs, deadline);
  after(call.deadlineMs - Math.min(leastForAnswerMs, call.deadlineMs / 2), tooLate);
  const waiting = call.signal ? AbortSignal.any([tooLate.signal, call.signal]) : tooLate.signal;
  try {
    const tried = await deps.attempt(channel, request, {
      attempt: 1,
      lane: () => call.lane,
      take: () => waitForTurn(channel, call, waiting),
      signal: deadline.signal,
      leftMs: () => Math.max(0, untilMs - deps.clock.now().getTime()),
      requestId: call.requestId,
    });
    if (!tried.ok) throw tried.error;
    return tried.answer;
  } finally {
    done.abort();
  }
}

async function waitForTurn(channel: Channel, call: Call, signal: AbortSignal): Promise<void> {
  try {
    await channel.budget?.take(call.lane, signal);
    // A budget that resolves late must not let anything out.
    signal.throwIfAborted();
  } catch (error) {
    throw signal.aborted ? new GivenUp(call.signal?.aborted ? 'caller' : 'deadline') : error;
  }
}
