import type { Clock } from '../core/clock';
import type { Log } from '../core/log';
import type { Notify } from './sponsorship-deps';

/** Posts JSON to NOTIFY_URL. A failure is only logged: the queue shows the same information. */
export function createNotify(deps: {
  url: string | undefined;
  publicOrigin: string;
  fetch: typeof fetch;
  clock: Clock;
  log: Log;
}): Notify {
  const { url } = deps;
  if (url === undefined) return () => undefined;
  return (note) => {
    const path = note.importId === null ? '/sponsorship' : `/imports/${encodeURIComponent(note.importId)}`;
    void deps
      .fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...note, at: deps.clock.now().toISOString(), link: `${deps.publicOrigin}${path}` }),
        redirect: 'error',
        signal: AbortSignal.timeout(10_000),
      })
      .then((answer) => {
        if (!answer.ok) deps.log.warn({ status: answer.status, kind: note.kind }, 'notification was rejected');
      })
      .catch((error: unknown) => deps.log.warn({ err: error, kind: note.kind }, 'notification could not be sent'));
  };
}
