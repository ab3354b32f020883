import type { StoredReply, StoredResponses } from '../auth/stored-responses';
import { isDatabaseOutage } from '../core/database-outage';
import { LandfallError, ServiceError } from '../core/errors';
import type { Log } from '../core/log';
import type { RouteRow } from './access-matrix';

/** Undefined without the header, and where it means nothing: reads, forms, links, webhooks and next-auth. */
export function readIdempotencyKey(headers: Headers, row: RouteRow): string | undefined {
  const key = headers.get('idempotency-key');
  if (key === null || row.method === 'GET' || (row.auth !== 'session' && row.auth !== 'sessionOrKey')) return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new LandfallError('invalid', {
    errors: [{ field: 'Idempotency-Key', message: 'Must be 1 to 255 ASCII characters without spaces' }],
  });
}

/**
 * Carries out a request once per caller and key. Later ones get the stored response, encrypted for 24 hours; if it is a
 * secret that must not be stored, they only learn that the request was sent before.
 */
export async function runOnce(
  deps: { responses: StoredResponses; log: Log; secretResponse: boolean },
  request: Parameters<StoredResponses['begin']>[0],
  run: (operationId: string) => Promise<StoredReply | Response>,
): Promise<StoredReply | Response> {
  const { responses, log, secretResponse } = deps;
  const begun = await responses.begin(request);
  if (begun.state === 'done') {
    return { ...begun.reply, headers: { ...begun.reply.headers, 'idempotency-replayed': 'true' } };
  }
  if (begun.state !== 'run') throw explain(begun);
  // The request has been answered by then. What cannot be stored stays without an outcome until its lease ends.
  const settle = (stored: Promise<void>) =>
    stored.catch((err: unknown) => log.warn({ err }, 'the outcome of an idempotent request could not be stored'));
  try {
    const reply = await run(begun.operationId);
    if (secretResponse) await settle(responses.save(begun.id, null));
    // A download, which changes nothing.
    else if (reply instanceof Response) await settle(responses.release(begun.id));
    else await settle(responses.save(begun.id, storable(reply)));
    return reply;
  } catch (error) {
    await settle(mayHaveChanged(error) ? responses.abandon(begun.id) : responses.release(begun.id));
    throw error;
  }
}

/** A cookie belongs to the one response that set it. */
function storable({ status, headers, json }: StoredReply): StoredReply {
  const { 'set-cookie': _cookie, ...others } = headers;
  return { status, headers: others, json };
}

function mayHaveChanged(error: unknown): boolean {
  if (error instanceof ServiceError) return error.workDone !== 'no';
  return !(error instanceof LandfallError) || isDatabaseOutage(error) || error.status >= 500;
}

function explain(begun: { state: 'other' | 'unknown' | 'removed' } | { state: 'running'; retryAfterS: number }) {
  switch (begun.state) {
    case 'other':
      return new LandfallError('invalid', {
        userMessage: 'This Idempotency-Key was used for another request. Use a new one.',
        errors: [{ field: 'Idempotency-Key', message: 'Was used for another request' }],
      });
    case 'running':
      return new LandfallError('conflict', {
        userMessage: 'A request with this Idempotency-Key is still running. Send it again in a moment.',
        retryAfterS: begun.retryAfterS,
      });
    case 'unknown':
      return new LandfallError(
        'conflict',
        'A request with this Idempotency-Key did not finish, and its outcome is unknown. It is not carried out again. ' +
          'Check whether its change was made, then use a new key.',
      );
    case 'removed':
      return new LandfallError(
        'conflict',
        'A request with this Idempotency-Key was sent before, and its response is not stored. It is not carried out again. ' +
          'Check whether its change was made, then use a new key.',
      );
  }
}
