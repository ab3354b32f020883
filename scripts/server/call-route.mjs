/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {(request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>} RouteHandler */

/**
 * Answers a request by the handler of a route, without Next's router. For responses that fit into memory.
 *
 * @param {RouteHandler} handler
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {{ publicOrigin: string, params?: Record<string, string> }} options
 */
export async function callRoute(handler, request, response, { publicOrigin, params = {} }) {
  await sendResponse(await handler(toWebRequest(request, publicOrigin), { params: Promise.resolve(params) }), response);
  // Discards the rest of a body. A closed connection could keep the answer from its sender.
  request.resume();
}

/**
 * @param {Response} answer
 * @param {ServerResponse} response
 */
export async function sendResponse(answer, response) {
  const content = Buffer.from(await answer.arrayBuffer());
  response.statusCode = answer.status;
  // Not by writeHead: the HTTP server reads them to tell our errors from Next's.
  response.setHeaders(answer.headers);
  response.end(content);
}

/** @param {IncomingMessage} request */
export function toWebHeaders({ headers }) {
  return new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/**
 * @param {IncomingMessage} request
 * @param {string} publicOrigin
 */
function toWebRequest(request, publicOrigin) {
  const { method = 'GET', url = '' } = request;
  const headers = toWebHeaders(request);
  if (method === 'GET' || method === 'HEAD') return new Request(new URL(url, publicOrigin), { method, headers });
  // Not destroyed when the handler stops reading, so that the sender of a body that is too large gets its answer.
  const chunks = request.iterator({ destroyOnReturn: false });
  const body = new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  /** @type {RequestInit & { duplex: 'half' }} */
  const init = { method, headers, body, duplex: 'half' };
  return new Request(new URL(url, publicOrigin), init);
}
