/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {import('../../lib/core/context.mjs').OutageResponse} Replacement */

/**
 * Sends other responses than those of Next, which answers every error in a page with 500.
 *
 * @param {ServerResponse} response
 * @param {(status: number) => Replacement | undefined} replace undefined to send the response as it is
 */
export function replaceErrors(response, replace) {
  const { writeHead, write, end } = response;
  /** @type {Replacement | undefined} */
  let sent;
  response.writeHead = (/** @type {unknown[]} */ ...args) => {
    sent = replace(Number(args[0]));
    if (sent === undefined) return Reflect.apply(writeHead, response, args);
    for (const name of response.getHeaderNames())
      if (/^(content-|etag|link|vary)/.test(name)) response.removeHeader(name);
    for (const [name, value] of Object.entries(sent.headers)) response.setHeader(name, value);
    response.setHeader('Content-Length', Buffer.byteLength(sent.body));
    return Reflect.apply(writeHead, response, [sent.status]);
  };
  response.write = (/** @type {unknown[]} */ ...args) => {
    if (!response.headersSent) response.writeHead(response.statusCode);
    if (sent === undefined) return Reflect.apply(write, response, args);
    const done = args.at(-1);
    if (typeof done === 'function') process.nextTick(done);
    return true;
  };
  response.end = (/** @type {unknown[]} */ ...args) => {
    if (!response.headersSent && replace(response.statusCode)) response.writeHead(response.statusCode);
    if (sent === undefined) return Reflect.apply(end, response, args);
    const done = args.at(-1);
    return Reflect.apply(end, response, typeof done === 'function' ? [sent.body, done] : [sent.body]);
  };
}
