/** Some changes need a recent proof of identity. One dialog asks for it, whichever request needs it. */
interface Waiting {
  resolve(confirmed: boolean): void;
  promise: Promise<boolean>;
}

let waiting: Waiting | null = null;
let hosts = 0;
const listeners = new Set<() => void>();

/** Resolves to true once the person has confirmed, to false if they cancelled or no dialog can be shown. */
export function askToConfirm(): Promise<boolean> {
  if (hosts === 0) return Promise.resolve(false);
  if (waiting === null) {
    let resolve: Waiting['resolve'] = () => undefined;
    const promise = new Promise<boolean>((settle) => (resolve = settle));
    waiting = { promise, resolve };
    notify();
    return promise;
  }
  return waiting.promise;
}

export function finishConfirming(confirmed: boolean): void {
  waiting?.resolve(confirmed);
  waiting = null;
  notify();
}

export const isConfirming = () => waiting !== null;

export function subscribeToConfirming(listener: () => void): () => void {
  listeners.add(listener);
  hosts += 1;
  return () => {
    listeners.delete(listener);
    hosts -= 1;
  };
}

function notify() {
  for (const listener of listeners) listener();
}
