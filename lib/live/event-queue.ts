export type EventQueue = ReturnType<typeof createEventQueue>;

export function createEventQueue(options: { maxQueued: number; onEnd: () => void }) {
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
    push: (text: string) => {
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
    // Not a generator: a waiting generator does not notice that its reader has left.
    [Symbol.asyncIterator]: (): AsyncIterator<string> => ({
      next,
      return: () => {
        waiting = [];
        end();
        return Promise.resolve({ done: true, value: undefined });
      },
    }),
  };
}
