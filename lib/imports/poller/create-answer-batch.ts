import { isDatabaseOutage } from '../../core/database-outage';
import { applyAnswers, type PollAnswer, type PollDeps, type PollOutcome } from './apply-answers';

/** Answers that arrive within this time are stored together. */
const maxWaitMs = 2000;
const maxSize = 50;

export interface AnswerBatch {
  /** Waits for an answer; meanwhile, other answers may wait for it. */
  receive<T>(request: () => Promise<T>): Promise<T>;
  /** Stores the answer, with others if there are any. Not if someone waits for it. */
  apply(answer: PollAnswer): Promise<PollOutcome>;
}

interface Waiting {
  answer: PollAnswer;
  resolve(outcome: PollOutcome): void;
  reject(error: unknown): void;
}

export function createAnswerBatch(deps: PollDeps): AnswerBatch {
  let waiting: Waiting[] = [];
  let requests = 0;

  const applyTogether = async (some: readonly Waiting[]): Promise<void> => {
    try {
      const outcomes = await applyAnswers(
        deps,
        some.map(({ answer }) => answer),
      );
      some.forEach(({ resolve }, index) => resolve(outcomes[index] ?? 'same'));
    } catch (error) {
      // One answer that cannot be stored must not stop the others.
      if (some.length > 1 && !isDatabaseOutage(error)) for (const one of some) await applyTogether([one]);
      else for (const { reject } of some) reject(error);
    }
  };
  const flush = () => {
    const some = waiting;
    waiting = [];
    if (some.length > 0) void applyTogether(some);
  };
  /** Unless it was stored meanwhile. */
  const flushLater = async (some: readonly Waiting[]) => {
    await deps.clock.sleep(maxWaitMs);
    if (some === waiting) flush();
  };

  return {
    receive: async (request) => {
      requests += 1;
      try {
        return await request();
      } finally {
        requests -= 1;
      }
    },
    apply: (answer) =>
      new Promise((resolve, reject) => {
        waiting.push({ answer, resolve, reject });
        if (requests === 0 || answer.due.urgent || waiting.length >= maxSize) flush();
        else if (waiting.length === 1) void flushLater(waiting);
      }),
  };
}
