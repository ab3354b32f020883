import { constants } from 'node:os';

/** npm forwards a signal that the terminal already sent to the whole group, so two within this time count as one. */
const duplicateSignalMs = 700;

/**
 * The first signal stops in order, a second one later stops immediately. npm signals only the shell it runs us in,
 * which dies without telling us. So under npm, losing our parent counts as a signal.
 *
 * @param {{ onFirst: (signal: NodeJS.Signals) => void, onSecond: () => void }} options
 */
export function handleSignals({ onFirst, onSecond }) {
  /** @type {number | undefined} */
  let firstMs;
  /** @param {NodeJS.Signals} signal */
  const onSignal = (signal) => {
    if (firstMs === undefined) {
      firstMs = performance.now();
      onFirst(signal);
    } else if (performance.now() - firstMs > duplicateSignalMs) onSecond();
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, onSignal);

  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const parentCheck = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(parentCheck);
    if (firstMs === undefined) onSignal('SIGTERM');
  }, 250);
  parentCheck.unref();
}

/** @param {NodeJS.Signals} signal */
export const exitCodeForSignal = (signal) => 128 + constants.signals[signal];
