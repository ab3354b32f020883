import { randomUUID } from 'node:crypto';
import { createServer, STATUS_CODES } from 'node:http';
import { runInContext } from '../../lib/core/context.mjs';
import { errorCode } from '../../lib/core/error-code.mjs';
import { checkHost } from './check-host.mjs';
import { checkRequestLine } from './check-request-line.mjs';
import { replaceErrors } from './replace-errors.mjs';
import { securityHeaders } from './security-headers.mjs';
import { chooseRequestId, filterRequest } from './request-filter.mjs';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/**
 * The HTTP server in front of Next: rejects malformed requests, foreign hosts and forged headers, and adds the security
 * headers to every response. Every request gets an id, which its log lines and its response have. Without `upgrade` no connection is upgraded.
 *
 * @param {{
 *   publicOrigin: string, trustedHops: number, hsts?: string | undefined, report?: (error: unknown) => void,
 *   observe?: import('../../lib/http/observe-request').ObserveRequest,
 *   allowedMethods?: (path: string) => string | undefined,
 *   handle: (request: IncomingMessage, response: ServerResponse) => unknown,
 *   upgrade?: ((request: IncomingMessage, socket: import('node:stream').Duplex, head: Buffer) => void) | undefined,
 * }} options
 */
export function createHttpServer(options) {
  const { publicOrigin, trustedHops, hsts, handle, upgrade, report = logError, observe, allowedMethods } = options;
  const baseline = securityHeaders({ publicOrigin, hsts });

  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      // Limits slow requests only; responses may take any time, since streams stay open.
      headersTimeout: 15_000,
      requestTimeout: 60_000,
      // Longer than the usual 60 s of proxies, so that the proxy closes the connection and not we.
      keepAliveTimeout: 65_000,
    },
    async (request, response) => {
      /** @type {import('../../lib/core/context.mjs').RequestContext} */
      const context = { id: chooseRequestId(request.headers, trustedHops) };
      // The second one is readable by our own scripts.
      const ids = { 'X-Request-Id': context.id, 'Server-Timing': `request;desc="${context.id}"` };
      addMissingHeaders(response, { ...baseline, ...ids });
      const { method = '', url = '' } = request;
      const problem = checkRequestLine({ method, url });
      if (problem !== undefined) {
        if (problem.allow !== undefined) response.setHeader('Allow', problem.allow);
        return sendProblem(request, response, { ...problem, requestId: context.id });
      }
      const hosts = hostsOf(request.rawHeaders);
      const hasToken = request.headers.authorization !== undefined;
      const decision = checkHost({ method, url, hosts, hasToken, publicOrigin });
      if (decision.kind === 'refuse') return sendProblem(request, response, { ...decision, requestId: context.id });
      if (decision.kind === 'redirect') {
        response.setHeader('Location', decision.location);
        return sendText(response, 307, `This page is at ${decision.location}`);
      }
      const { traceparent } = filterRequest(request, { publicOrigin, trustedHops, requestId: context.id });
      replaceErrors(response, (status) =>
        isApi(request)
          ? apiError(response, { status, requestId: context.id, allow: allowedMethods?.(url.split('?', 1)[0] ?? '') })
          : status === 500 && context.databaseFailed
            ? context.outageResponse?.()
            : undefined,
      );
      const span = observe?.(request, response, { context, traceparent });
      await runInContext({ request: context, span }, async () => {
        try {
          await handle(request, response);
        } catch (error) {
          report(error);
          if (response.headersSent) return void response.destroy();
          sendProblem(request, response, { status: 500, message: 'Something went wrong here.', requestId: context.id });
        }
      });
    },
  );

  if (upgrade) {
    server.on('upgrade', (request, socket, head) => {
      const hosts = hostsOf(request.rawHeaders);
      const decision = checkHost({ method: 'GET', url: request.url ?? '', hosts, hasToken: false, publicOrigin });
      if (decision.kind !== 'serve') return socket.destroy();
      upgrade(request, socket, head);
    });
  }

  // Without a listener Node closes the connection without an answer.
  server.on('connect', (_request, socket) => {
    socket.end(rawResponse(405, { ...baseline, Allow: 'GET, HEAD' }));
  });

  server.on('clientError', (error, socket) => {
    const code = errorCode(error);
    if (!socket.writable || code === 'ECONNRESET') return socket.destroy();
    const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
    socket.end(rawResponse(status, baseline));
  });

  return server;
}

/**
 * Not `console.error` itself: the app replaces it by a function that removes secrets after the server was created.
 *
 * @param {unknown} error
 */
function logError(error) {
  console.error(error);
}

/**
 * Adds missing headers just before they are sent. Setting them earlier would not work: Next drops a route handler's
 * header if the response already has one of that name.
 *
 * @param {ServerResponse} response
 * @param {Readonly<Record<string, string>>} headers
 */
function addMissingHeaders(response, headers) {
  const { writeHead } = response;
  response.writeHead = (/** @type {unknown[]} */ ...args) => {
    const passed = headerNames(args.at(-1));
    for (const [name, value] of Object.entries(headers)) {
      if (!response.hasHeader(name) && !passed.includes(name.toLowerCase())) response.setHeader(name, value);
    }
    return Reflect.apply(writeHead, response, args);
  };
}

/** @param {unknown} headers an object, or names and values alternating */
function headerNames(headers) {
  if (typeof headers !== 'object' || headers === null) return [];
  const names = Array.isArray(headers) ? headers.filter((_, index) => index % 2 === 0) : Object.keys(headers);
  return names.map((name) => String(name).toLowerCase());
}

/** @param {readonly string[]} rawHeaders names and values alternating */
function hostsOf(rawHeaders) {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host');
}

/**
 * A problem document for the API, text for everything else.
 *
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {{ status: number, message: string, requestId: string }} problem
 */
function sendProblem(request, response, { status, message, requestId }) {
  if (!isApi(request)) return sendText(response, status, `${message} Reference: ${requestId}`);
  send(response, status, problemType, problemDocument({ status, message, requestId }));
}

/** @param {IncomingMessage} request */
function isApi(request) {
  return /^\/api([/?]|$)/.test(request.url ?? '');
}

const apiErrors = new Map([
  [404, 'The API has nothing at this address.'],
  [405, 'This address does not accept this method.'],
]);

/**
 * Next answers an unknown address below /api with a page, and a method that a route does not have with nothing. Programs get
 * a problem document instead, as for every other error. Our routes have set theirs already.
 *
 * @param {ServerResponse} response
 * @param {{ status: number, requestId: string, allow: string | undefined }} problem
 */
function apiError(response, { status, requestId, allow }) {
  const message = apiErrors.get(status);
  // Next sets the headers of our routes as arrays.
  if (message === undefined || String(response.getHeader('content-type')) === problemType) return undefined;
  const body = problemDocument({ status, message, requestId });
  const headers = {
    'content-type': problemType,
    'cache-control': 'no-store',
    ...(status === 405 && allow && { allow }),
  };
  return { status, headers, body };
}

const problemType = 'application/problem+json';

const problemTypes = new Map([
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [500, 'internal'],
]);

/** @param {{ status: number, message: string, requestId: string }} problem */
function problemDocument({ status, message, requestId }) {
  const type = `urn:landfall:problem:${problemTypes.get(status) ?? 'bad_request'}`;
  const title = STATUS_CODES[status] ?? 'Bad Request';
  return JSON.stringify({ type, title, status, detail: message, errors: [], requestId });
}

/**
 * @param {ServerResponse} response
 * @param {number} status
 * @param {string} message
 */
function sendText(response, status, message) {
  send(response, status, 'text/plain; charset=utf-8', `${message}\n`);
}

/**
 * @param {ServerResponse} response
 * @param {number} status
 * @param {string} contentType
 * @param {string} body
 */
function send(response, status, contentType, body) {
  response.statusCode = status;
  response.setHeader('Content-Type', contentType);
  response.setHeader('Cache-Control', 'no-store');
  // The body of a refused request is not read, so the connection cannot be reused.
  if (status >= 400) response.setHeader('Connection', 'close');
  response.end(body);
}

/**
 * @param {number} status
 * @param {Readonly<Record<string, string>>} headers
 */
function rawResponse(status, headers) {
  const requestId = randomUUID();
  const message = `${STATUS_CODES[status] ?? 'Bad Request'}. Reference: ${requestId}\n`;
  const lines = Object.entries({ ...headers, 'X-Request-Id': requestId }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}` +
    `Content-Type: text/plain; charset=utf-8\r\nContent-Length: ${message.length}\r\nConnection: close\r\n\r\n${message}`
  );
}
