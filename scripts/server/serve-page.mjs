import { sendResponse, toWebHeaders } from './call-route.mjs';
import { sendWhole } from './send-whole.mjs';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/**
 * Lets Next render a page with what the app prepared for it, or sends the app's own answer. Everything else goes to Next as
 * it is. Takes the place of Next's `proxy.ts` (docs/decisions/0022-pages-without-proxy.md).
 *
 * @param {import('../../lib/http/app-hooks.mjs').AppHooks['preparePage'] | undefined} preparePage
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {(request: IncomingMessage, response: ServerResponse) => unknown} handle
 */
export async function servePage(preparePage, request, response, handle) {
  const { method = '', url = '' } = request;
  if (preparePage === undefined) throw new Error('the app has not been started');
  const prepared = await preparePage({ method, url, headers: toWebHeaders(request) });
  if (prepared instanceof Response) return sendResponse(prepared, response);
  if (prepared !== undefined) {
    request.url = prepared.url;
    request.headers = Object.fromEntries(prepared.headers);
    response.statusCode = prepared.status;
    response.setHeaders(new Headers(prepared.responseHeaders));
  }
  // Routes compress what they send, and some of them send for hours.
  if (/^\/api\//.test(url)) return handle(request, response);
  const drop = sendWhole(response, String(request.headers['accept-encoding'] ?? ''));
  try {
    await handle(request, response);
  } catch (error) {
    drop();
    throw error;
  }
}
