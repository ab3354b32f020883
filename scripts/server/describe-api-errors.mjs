/** @typedef {import('node:http').ServerResponse} ServerResponse */

const messages = new Map([
  [404, 'The API has nothing at this address.'],
  [405, 'This address does not accept this method.'],
]);

/**
 * Next answers an unknown address below /api with a page, and a method that a route does not have with nothing. Programs get
 * a problem document instead, as for every other error. Our routes have sent theirs already.
 *
 * @param {ServerResponse} response
 * @param {(problem: { status: number, message: string }) => string} describe
 */
export function describeApiErrors(response, describe) {
  const { writeHead, write, end } = response;
  /** @type {string | undefined} */
  let text;
  response.writeHead = (/** @type {unknown[]} */ ...args) => {
    const status = Number(args[0]);
    const message = messages.get(status);
    if (message === undefined || response.getHeader('content-type') === 'application/problem+json') {
      return Reflect.apply(writeHead, response, args);
    }
    text = describe({ status, message });
    for (const name of response.getHeaderNames())
      if (/^(content-|etag|link|vary)/.test(name)) response.removeHeader(name);
    response.setHeader('Content-Type', 'application/problem+json');
    response.setHeader('Content-Length', Buffer.byteLength(text));
    response.setHeader('Cache-Control', 'no-store');
    return Reflect.apply(writeHead, response, [status]);
  };
  const withHead = () => {
    if (!response.headersSent) response.writeHead(response.statusCode);
    return text;
  };
  response.write = (/** @type {unknown[]} */ ...args) => {
    if (withHead() === undefined) return Reflect.apply(write, response, args);
    const done = args.at(-1);
    if (typeof done === 'function') process.nextTick(done);
    return true;
  };
  response.end = (/** @type {unknown[]} */ ...args) => {
    const own = messages.has(response.statusCode) ? withHead() : text;
    if (own === undefined) return Reflect.apply(end, response, args);
    const done = args.at(-1);
    return Reflect.apply(end, response, typeof done === 'function' ? [own, done] : [own]);
  };
}
