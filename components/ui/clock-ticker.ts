/** One timer for all ages on the page, paused while the page is hidden. */
let now = 0;
let skewMs = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** The server's time as of the last tick. */
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

/** If the viewer's clock is off by more than network delay explains, use the server's clock. */
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
