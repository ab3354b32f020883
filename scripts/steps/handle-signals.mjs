/** npm passes a signal on that the terminal has sent to the whole group already: two within this time are one. */
const duplicateSignalMs = 700;

const parentCheckMs = 250;

/**
 * The first signal asks for an orderly end, a second one later ends everything at once.
 *
 * npm runs a script in a shell and passes signals to that shell alone, which dies of them and says nothing to us. So
 * under npm the end of our parent is a signal, too; whoever runs the script without npm may let it outlive a terminal.
 *
 * @param {{
 *   onFirst: (signal: NodeJS.Signals) => void, onSecond: () => void, underNpm?: boolean, now?: () => number,
 * }} options
 */
export function handleSignals({ onFirst, onSecond, underNpm = isUnderNpm(), now = () => performance.now() }) {
  /** @type {number | undefined} */
  let firstMs;
  /** @param {NodeJS.Signals} signal */
  const hear = (signal) => {
    if (firstMs === undefined) {
      firstMs = now();
      onFirst(signal);
    } else if (now() - firstMs > duplicateSignalMs) onSecond();
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => hear(signal));

  if (!underNpm) return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    if (firstMs === undefined) hear('SIGTERM');
  }, parentCheckMs);
  looking.unref();
}

function isUnderNpm() {
  return process.env.npm_lifecycle_event !== undefined;
}

/** @param {NodeJS.Signals} signal */
export const exitCodeForSignal = (signal) => 128 + ({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[String(signal)] ?? 0);
