import type { Environment } from '../contract/environment';
import type { Clock, Random } from '../core/clock';
import { errorTable, ServiceError } from '../core/errors';
import type { Log } from '../core/log';
import { errorOfAnswer } from './answer-error';
import { ExchangeFailure, type Exchange, type Exchanged } from './exchange';
import { errorOfFailure } from './failure-error';
import { GivenUp } from './given-up';
import type { Health } from './health';
import { parseJson } from './parse-json';
import type { Reading } from './reading';
import type { Answer, Budget, Lane, ServiceEvent, ServiceOperation } from './service-client';

/** All that belongs to one environment: where it is, how it is, and the budget, which the sandbox does not have. */
export interface Channel {
  readonly environment: Environment;
  readonly exchange: Exchange;
  readonly health: Health;
  readonly budget: Budget | null;
}

export interface ServiceRequest<T> {
  readonly operation: ServiceOperation;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string | null;
  readonly read: (json: unknown, exchanged: Exchanged) => Reading<T>;
  /** A success is a success whatever its content. */
  readonly ignoreContent: boolean;
  readonly scrub: (text: string) => string;
}

export interface Turn {
  readonly attempt: number;
  readonly lane: () => Lane;
  /** Waits for the budget. Rejects when the wait is given up. */
  readonly take: () => Promise<void>;
  /** Ends the exchange. */
  readonly signal: AbortSignal;
  readonly leftMs: () => number;
  readonly requestId: string | undefined;
}

export type Attempted<T> = { ok: true; answer: Answer<T> } | { ok: false; error: ServiceError; worthRetrying: boolean };

/** A pause that a service asks for in earnest is shorter; a mistyped one must not silence us for a day. */
const longestPauseMs = 15 * 60_000;

/** A request sent with less time left than this, and not answered, says nothing about the service. */
const silenceMs = 2_000;

export interface AttemptOptions {
  clock: Clock;
  random: Random;
  log: Log;
  onEvent?: ((event: ServiceEvent) => void) | undefined;
}

/** One try at the service: breaker, budget, exchange, and what came of it. Whether to try again is not decided here. */
export function createAttempt({ clock, random, log, onEvent }: AttemptOptions) {
  return async function attempt<T>(channel: Channel, request: ServiceRequest<T>, turn: Turn): Promise<Attempted<T>> {
    const timing: { beganMs: number; sentMs?: number } = { beganMs: clock.now().getTime() };

    const tell = (status: number | null, error: ServiceError | undefined, missing: readonly string[]): void => {
      const nowMs = clock.now().getTime();
      const event: ServiceEvent = {
        operation: request.operation,
        environment: channel.environment,
        lane: turn.lane(),
        attempt: turn.attempt,
        outcome: error?.code ?? 'ok',
        status,
        waitMs: (timing.sentMs ?? nowMs) - timing.beganMs,
        tookMs: timing.sentMs === undefined ? 0 : nowMs - timing.sentMs,
        missing,
      };
      onEvent?.(event);
      const facts = { ...event, requestId: turn.requestId };
      if (error) {
        const { level } = errorTable[error.code];
        log[level]({ ...facts, workDone: error.workDone, why: error.message }, 'the service call failed');
      } else log.debug(facts, 'the service answered');
    };
    const fail = (error: ServiceError, worthRetrying: boolean, status: number | null = null): Attempted<T> => {
      tell(status, error, []);
      return { ok: false, error, worthRetrying };
    };

    const refused = channel.health.refusalNow();
    if (refused) return fail(refused, false);
    try {
      await turn.take();
    } catch (cause) {
      return fail(errorOfWaiting(cause, turn.signal), false);
    }
    const refusedLate = channel.health.enter(turn.leftMs());
    if (refusedLate) return fail(refusedLate, false);

    const sentMs = clock.now().getTime();
    timing.sentMs = sentMs;
    const exchanged = await exchangeOnce(channel.exchange, request, turn.signal);
    if (exchanged instanceof ExchangeFailure) {
      const byCaller = exchanged.cause instanceof GivenUp && exchanged.cause.why === 'caller';
      const tookMs = clock.now().getTime() - sentMs;
      if (byCaller || (exchanged.why === 'given_up' && tookMs < silenceMs)) channel.health.passed();
      else if (exchanged.head) channel.health.answered();
      else channel.health.silent();
      const error = errorOfFailure(exchanged, request.method);
      if (!byCaller) channel.health.noteOutcome(error);
      const passing = exchanged.why === 'unreachable' || exchanged.why === 'broken';
      return fail(error, passing, exchanged.head?.status ?? null);
    }
    channel.health.answered();

    const error = errorOfAnswer(exchanged, { ...request, now: exchanged.receivedAt });
    if (error) {
      channel.health.noteOutcome(error);
      if (error.code === 'service_rate_limited') await pauseEverybody(channel.budget, error.retryAfterS);
      const passing = error.code === 'service_rate_limited' || error.code === 'service_failed';
      return fail(error, passing, exchanged.status);
    }

    const reading = readAnswer(request, exchanged);
    if (reading.unreadable !== null && request.method === 'GET') {
      const say = request.scrub(reading.unreadable);
      const unreadable = new ServiceError('service_unreadable', {
        workDone: 'no',
        upstreamStatus: exchanged.status,
        person: `The answer of the migration service could not be read. ${say}`,
      });
      channel.health.noteOutcome(unreadable);
      return fail(unreadable, reading.notJson, exchanged.status);
    }
    channel.health.noteOutcome(undefined);
    tell(
      exchanged.status,
      undefined,
      reading.missing.map(({ fact }) => fact),
    );
    const { status, sentAt, receivedAt, text } = exchanged;
    const missing = reading.missing.map(({ say }) => request.scrub(say));
    return { ok: true, answer: { value: reading.value, raw: text, status, sentAt, receivedAt, missing } };
  };

  async function pauseEverybody(budget: Budget | null, retryAfterS: number | undefined): Promise<void> {
    const askedMs = retryAfterS === undefined ? 1_000 + random() * 1_000 : retryAfterS * 1_000;
    try {
      await budget?.pause(Math.round(Math.min(longestPauseMs, askedMs)));
    } catch (err) {
      // The answer is known; that the others were not told must not hide it.
      log.error({ err }, 'the budget could not be paused after a 429');
    }
  }
}

/** A refusal or failure is known by its head: when only its words are lost, it stands, without them. */
async function exchangeOnce<T>(
  exchange: Exchange,
  request: ServiceRequest<T>,
  signal: AbortSignal,
): Promise<Exchanged | ExchangeFailure> {
  try {
    if (request.method === 'GET') return await exchange.get(request.path, signal);
    return await exchange.post(request.path, request.body, signal);
  } catch (failure) {
    if (!(failure instanceof ExchangeFailure)) throw failure;
    const { head } = failure;
    return head && head.status >= 300 ? { ...head, text: '' } : failure;
  }
}

export type Attempt = ReturnType<typeof createAttempt>;

function readAnswer<T>(request: ServiceRequest<T>, exchanged: Exchanged): Reading<T> & { notJson: boolean } {
  if (request.ignoreContent) return { ...request.read(undefined, exchanged), notJson: false };
  const parsed = parseJson(exchanged.text);
  const reading = request.read(parsed.ok ? parsed.value : undefined, exchanged);
  if (parsed.ok) return { ...reading, notJson: false };
  const say = exchanged.text.trim() === '' ? 'The answer is empty.' : 'The answer is not JSON.';
  return { ...reading, unreadable: say, notJson: true };
}

function errorOfWaiting(cause: unknown, signal: AbortSignal): ServiceError {
  if (signal.aborted || cause instanceof GivenUp)
    return new ServiceError('service_timed_out', {
      workDone: 'no',
      person: 'Too many requests to the migration service were waiting, and this one was not sent in time.',
      log: 'given up while waiting for the budget',
      cause,
    });
  return new ServiceError('database_unavailable', {
    workDone: 'no',
    log: 'the request budget could not be asked; nothing was sent',
    cause,
  });
}
