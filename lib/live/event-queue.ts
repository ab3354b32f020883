/** A queue of texts that is read as it fills. Ends by itself when its reader falls too far behind or leaves. */
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
        // Whatever has gathered goes out in one piece.
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
        // The reader comes back and asks for what it missed; better than keeping it all for one who may be gone.
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
    // An own iterator rather than a generator: a generator that waits cannot be told that its reader has left.
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
