import type { Clock } from '../core/clock';
import type { Log } from '../core/log';
import type { Notify } from './sponsorship-parts';

/** One outgoing JSON note. A receiver that is down costs nobody anything: it is logged, and the queue says it anyway. */
export function createNotify(parts: {
  url: string | undefined;
  publicOrigin: string;
  fetch: typeof fetch;
  clock: Clock;
  log: Log;
}): Notify {
  const { url } = parts;
  if (url === undefined) return () => undefined;
  return (note) => {
    const path = note.importId === null ? '/sponsorship' : `/imports/${encodeURIComponent(note.importId)}`;
    void parts
      .fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...note, at: parts.clock.now().toISOString(), link: `${parts.publicOrigin}${path}` }),
        redirect: 'error',
        signal: AbortSignal.timeout(10_000),
      })
      .then((answer) => {
        if (!answer.ok) parts.log.warn({ status: answer.status, kind: note.kind }, 'the note was not taken');
      })
      .catch((error: unknown) => parts.log.warn({ err: error, kind: note.kind }, 'the note could not be sent'));
  };
}
