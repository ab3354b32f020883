/** Below one kilobyte, compressing saves nothing. */
const minBytes = 1024;

/**
 * @param {string | null | undefined} header the Accept-Encoding of a request
 * @param {string} name
 */
export function acceptsEncoding(header, name) {
  const offers = (header ?? '').toLowerCase().split(',');
  const find = (/** @type {string} */ wanted) => offers.find((each) => each.split(';', 1)[0]?.trim() === wanted);
  const offer = find(name) ?? find('*');
  return offer !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(offer);
}

/**
 * @param {string | null | undefined} acceptEncoding
 * @param {Uint8Array} body
 */
export const shouldGzip = (acceptEncoding, body) => body.length >= minBytes && acceptsEncoding(acceptEncoding, 'gzip');
