/**
 * One second hand for the whole page. Ages subscribe to it and are asked for their text on each tick; React draws only
 * those whose text changed. It rests while nobody looks.
 */
let now = 0;
let skewMs = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** The time on the server's clock, as of the last tick. */
export function tickerNow(): number {
  if (now === 0) now = Date.now() + skewMs;
  return now;
}

export function subscribeToTicker(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) start();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

/**
 * A viewer's clock can be minutes off, and "seen in 5 min" helps nobody: beyond what a slow network explains, the
 * server's clock counts.
 */
export function alignTicker(serverNow: number): void {
  const difference = serverNow - Date.now();
  skewMs = Math.abs(difference) > 30_000 ? difference : 0;
  tick();
}

function tick() {
  if (document.hidden) return;
  now = Date.now() + skewMs;
  for (const listener of listeners) listener();
}

function start() {
  now = Date.now() + skewMs;
  timer = setInterval(tick, 1000);
  document.addEventListener('visibilitychange', tick);
}

function stop() {
  clearInterval(timer);
  document.removeEventListener('visibilitychange', tick);
}
