import { gzip } from 'node:zlib';
import { shouldGzip } from '../../lib/core/accepts-encoding.mjs';

/** @typedef {import('node:http').ServerResponse} ServerResponse */

const textTypes = /^(text\/|application\/(javascript|json|manifest\+json)|image\/svg\+xml)/;

/**
 * For pages and files, in place of Next's compression: keeps what is written and sends it at the end, text compressed by
 * another thread. Next writes a page in about ten pieces within a few milliseconds, and compressed and sent each by itself.
 *
 * @param {ServerResponse} response
 * @param {string | undefined} acceptEncoding
 * @returns {() => void} drops what was written, so that an error can be sent in its place
 */
export function sendWhole(response, acceptEncoding) {
  const { write, end, flushHeaders } = response;
  /** @type {Uint8Array[]} */
  let chunks = [];

  /** @param {unknown[]} args a chunk, its encoding and a callback; each may be missing */
  const keep = ([chunk, encoding]) => {
    if (typeof chunk === 'string') {
      chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? /** @type {BufferEncoding} */ (encoding) : 'utf8'));
    } else if (chunk instanceof Uint8Array) chunks.push(chunk);
  };

  response.flushHeaders = () => undefined;
  response.write = (/** @type {unknown[]} */ ...args) => {
    keep(args);
    const done = args.at(-1);
    if (typeof done === 'function') process.nextTick(done);
    return true;
  };
  response.end = (/** @type {unknown[]} */ ...args) => {
    keep(args);
    Object.assign(response, { write, end, flushHeaders });
    const done = args.filter((arg) => typeof arg === 'function');
    const body = Buffer.concat(chunks);
    if (body.length === 0) return Reflect.apply(end, response, done);
    const type = String(response.getHeader('content-type') ?? '');
    if (response.headersSent || response.hasHeader('content-range') || !textTypes.test(type)) {
      return Reflect.apply(end, response, [body, ...done]);
    }
    response.appendHeader('Vary', 'Accept-Encoding');
    /** @param {Buffer} content */
    const send = (content) => {
      response.setHeader('Content-Length', content.length);
      Reflect.apply(end, response, [content, ...done]);
    };
    if (!shouldGzip(acceptEncoding, body)) send(body);
    else {
      gzip(body, (error, content) => {
        if (response.destroyed) return;
        if (error) return send(body);
        response.setHeader('Content-Encoding', 'gzip');
        send(content);
      });
    }
    return response;
  };
  return () => (chunks = []);
}
