export interface EventQueue extends AsyncIterable<string> {
  push(text: string): void;
  end(): void;
  readonly ended: boolean;
}

export function createEventQueue(options: { maxQueued: number; onEnd: () => void }): EventQueue {
  let waiting: string[] = [];
  let ended = false;
  let wake: (() => void) | undefined;

  const end = () => {
    if (ended) return;
    ended = true;
    options.onEnd();
    wake?.();
  };
  const next = async (): Promise<IteratorResult<string>> => {
    for (;;) {
      if (waiting.length > 0) {
        const value = waiting.join('');
        waiting = [];
        return { done: false, value };
      }
      if (ended) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    push: (text) => {
      if (ended) return;
      if (waiting.length >= options.maxQueued) {
        // The reader reconnects and resumes; buffering more would grow memory for readers that may be gone.
        waiting = [];
        end();
        return;
      }
      waiting.push(text);
      wake?.();
    },
    end,
    get ended() {
      return ended;
    },
    // Not a generator: a generator that is waiting cannot be told that its reader has left.
    [Symbol.asyncIterator]: () => ({
      next,
      return: () => {
        waiting = [];
        end();
        return Promise.resolve({ done: true, value: undefined });
      },
    }),
  };
}
