/** npm passes a signal on that the terminal has sent to the whole group already: two within this time are one. */
const sameGestureMs = 700;

/**
 * The first signal asks for an orderly end, a second one later ends everything at once.
 *
 * @param {{ onFirst: (signal: NodeJS.Signals) => void, onSecond: () => void, now?: () => number }} options
 */
export function onSignals({ onFirst, onSecond, now = () => performance.now() }) {
  /** @type {number | undefined} */
  let firstMs;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (firstMs === undefined) {
        firstMs = now();
        onFirst(signal);
      } else if (now() - firstMs > sameGestureMs) onSecond();
    });
  }
}

/** @param {NodeJS.Signals} signal */
export const exitCodeOf = (signal) => 128 + ({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[String(signal)] ?? 0);
