import { createServer, STATUS_CODES } from 'node:http';
import { checkHost } from './check-host.mjs';
import { securityHeaders } from './security-headers.mjs';
import { filterRequest } from './request-filter.mjs';

/**
 * @typedef {import('node:http').IncomingMessage} IncomingMessage
 * @typedef {import('node:http').ServerResponse} ServerResponse
 * @typedef {(request: IncomingMessage, response: ServerResponse) => unknown} RequestHandler
 */

const maxUrlLength = 8192;

/**
 * The HTTP server in front of Next: rejects malformed requests, foreign hosts and forged headers, and adds the security
 * headers to every response.
 *
 * @param {{
 *   publicOrigin: string,
 *   trustedHops: number,
 *   handle: RequestHandler,
 *   upgrade?: ((request: IncomingMessage, socket: import('node:stream').Duplex, head: Buffer) => void) | undefined,
 *   report?: (error: unknown) => void,
 * }} options without `upgrade` no connection is upgraded
 */
export function createHttpServer({ publicOrigin, trustedHops, handle, upgrade, report = console.error }) {
  const baseline = securityHeaders(publicOrigin);

  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      // Limits slow requests only; responses may take any time, since streams stay open.
      headersTimeout: 15_000,
      requestTimeout: 60_000,
      // Longer than the usual 60 s of proxies, so that the proxy closes the connection and not we.
      keepAliveTimeout: 65_000,
    },
    (request, response) => {
      addMissingHeaders(response, baseline);
      const url = request.url ?? '';
      if (!url.startsWith('/')) return sendText(response, 400, 'The request must ask for a path.');
      if (url.length > maxUrlLength) return sendText(response, 414, 'The address is too long.');
      const decision = checkHost({
        method: request.method ?? '',
        url,
        hosts: hostsOf(request.rawHeaders),
        publicOrigin,
      });
      if (decision.kind === 'refuse') return sendText(response, decision.status, decision.message);
      if (decision.kind === 'redirect') {
        response.setHeader('Location', decision.location);
        return sendText(response, 307, `This page is at ${decision.location}`);
      }
      filterRequest(request, { publicOrigin, trustedHops });
      callHandler({ handle, report }, request, response);
    },
  );

  if (upgrade) {
    server.on('upgrade', (request, socket, head) => {
      const hosts = hostsOf(request.rawHeaders);
      const decision = checkHost({ method: 'GET', url: request.url ?? '', hosts, publicOrigin });
      if (decision.kind !== 'serve') return socket.destroy();
      upgrade(request, socket, head);
    });
  }

  server.on('clientError', (error, socket) => {
    if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) return socket.destroy();
    const status = statusOfClientError('code' in error ? error.code : undefined);
    socket.end(rawResponse(status, baseline));
  });

  return server;
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

/**
 * @param {unknown} headers an object, or names and values alternating
 * @returns {string[]} lower case
 */
function headerNames(headers) {
  if (typeof headers !== 'object' || headers === null) return [];
  const names = Array.isArray(headers) ? headers.filter((_, index) => index % 2 === 0) : Object.keys(headers);
  return names.map((name) => String(name).toLowerCase());
}

/**
 * @param {{ handle: RequestHandler, report: (error: unknown) => void }} to
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
async function callHandler({ handle, report }, request, response) {
  try {
    await handle(request, response);
  } catch (error) {
    report(error);
    if (response.headersSent) response.destroy();
    else sendText(response, 500, 'Something went wrong here.');
  }
}

/** @param {unknown} code */
function statusOfClientError(code) {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return 400;
}

/**
 * @param {readonly string[]} rawHeaders names and values alternating
 * @returns {string[]}
 */
function hostsOf(rawHeaders) {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host');
}

/**
 * @param {ServerResponse} response
 * @param {number} status
 * @param {string} message
 */
function sendText(response, status, message) {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  // The body of a refused request is not read, so the connection cannot be reused.
  if (status >= 400) response.setHeader('Connection', 'close');
  response.end(`${message}\n`);
}

/**
 * @param {number} status
 * @param {Readonly<Record<string, string>>} headers
 */
function rawResponse(status, headers) {
  const message = `${STATUS_CODES[status] ?? 'Bad Request'}\n`;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}` +
    `Content-Type: text/plain; charset=utf-8\r\nContent-Length: ${message.length}\r\nConnection: close\r\n\r\n${message}`
  );
}
