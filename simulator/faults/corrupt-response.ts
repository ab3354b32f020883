import type { ServerResponse } from 'node:http';
import { type HttpResponse, htmlResponse, jsonResponse, sendResponse } from '../http/http-response';
import { parseJson } from '../http/read-body';
import type { FaultEffect } from './fault-rules';

/** Effects that take the place of the work; undefined when the work is to be done. */
export function replacementResponse(effect: FaultEffect): HttpResponse | undefined {
  switch (effect.kind) {
    case 'error-500':
      return jsonResponse(500, { error: 'Internal server error' });
    case 'html-503':
      return htmlResponse(
        503,
        '<!doctype html><html><head><title>503 Service Temporarily Unavailable</title></head><body><center><h1>503 Service Temporarily Unavailable</h1></center><hr><center>nginx</center></body></html>',
      );
    case 'rate-limited': {
      const after = effect.retryAfter;
      return jsonResponse(
        429,
        { error: 'Rate limit exceeded' },
        after === undefined ? {} : { 'retry-after': String(after) },
      );
    }
    case 'answer':
      return { status: effect.status, headers: effect.headers, body: effect.body };
    default:
      return undefined;
  }
}

/** Sends what the work gave, as the weather lets it through. Says which status the client could have seen. */
export function sendWithFault(effect: FaultEffect | null, res: ServerResponse, answer: HttpResponse): number | null {
  switch (effect?.kind) {
    case 'hang-after':
      return null;
    case 'reset-after':
      res.socket?.resetAndDestroy();
      return null;
    case 'truncated': {
      const whole = Buffer.from(answer.body ?? '', 'utf8');
      const half = whole.subarray(0, Math.floor(whole.length / 2));
      const promised = effect.clean ? half.length : Math.max(1, whole.length);
      res.writeHead(answer.status, { ...answer.headers, 'content-length': promised });
      if (effect.clean) {
        res.end(half);
      } else {
        res.flushHeaders();
        if (half.length > 0) res.write(half);
        // Ended, not destroyed: the client is to see the head and half of the body before the cut.
        res.socket?.end();
      }
      return answer.status;
    }
    case 'wrong-types': {
      const body = parseJson(answer.body ?? '');
      sendResponse(res, body.ok ? jsonResponse(answer.status, changeTypes(body.value), answer.headers) : answer);
      return answer.status;
    }
    case 'huge': {
      // Blanks around JSON are JSON: right in every way but its size.
      sendResponse(res, { ...answer, body: `${' '.repeat(effect.bytes)}${answer.body ?? ''}` });
      return answer.status;
    }
    default:
      sendResponse(res, answer);
      return answer.status;
  }
}

/** The same shape, every leaf of another type: what a careless deployment of the service might say. */
function changeTypes(value: unknown): unknown {
  if (Array.isArray(value)) return Object.fromEntries(value.map((entry, index) => [String(index), changeTypes(entry)]));
  if (typeof value === 'string') return { text: [value] };
  if (typeof value === 'number') return [value];
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'object' || value === null) return false;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, changeTypes(entry)]));
}
