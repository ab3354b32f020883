import type { ServerResponse } from 'node:http';
import { type HttpResponse, htmlResponse, jsonResponse, sendResponse } from '../http/http-response';
import { parseJson } from '../http/read-body';
import type { FaultEffect } from './fault-rules';

/** Response of faults that replace the work; undefined when the work is still to be done. */
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

/** Sends the response with the fault applied. Returns the status that the client could see. */
export function sendWithFault(effect: FaultEffect | null, res: ServerResponse, response: HttpResponse): number | null {
  switch (effect?.kind) {
    case 'hang-after':
      return null;
    case 'reset-after':
      res.socket?.resetAndDestroy();
      return null;
    case 'truncated': {
      const whole = Buffer.from(response.body ?? '', 'utf8');
      const half = whole.subarray(0, Math.floor(whole.length / 2));
      const contentLength = effect.clean ? half.length : Math.max(1, whole.length);
      res.writeHead(response.status, { ...response.headers, 'content-length': contentLength });
      if (effect.clean) {
        res.end(half);
      } else {
        res.flushHeaders();
        if (half.length > 0) res.write(half);
        // Not destroyed: the client must receive the head and half of the body first.
        res.socket?.end();
      }
      return response.status;
    }
    case 'wrong-types': {
      const body = parseJson(response.body ?? '');
      sendResponse(res, body.ok ? jsonResponse(response.status, changeTypes(body.value), response.headers) : response);
      return response.status;
    }
    case 'huge':
      // Leading spaces keep the JSON valid.
      sendResponse(res, { ...response, body: `${' '.repeat(effect.bytes)}${response.body ?? ''}` });
      return response.status;
    default:
      sendResponse(res, response);
      return response.status;
  }
}

function changeTypes(value: unknown): unknown {
  if (Array.isArray(value)) return Object.fromEntries(value.map((entry, index) => [String(index), changeTypes(entry)]));
  if (typeof value === 'string') return { text: [value] };
  if (typeof value === 'number') return [value];
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'object' || value === null) return false;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, changeTypes(entry)]));
}
