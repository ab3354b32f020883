import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { acceptsEncoding } from '../../lib/core/accepts-encoding.mjs';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/** @type {Readonly<Record<string, string>>} */
const contentTypes = {
  js: 'application/javascript; charset=UTF-8',
  css: 'text/css; charset=UTF-8',
  svg: 'image/svg+xml',
  json: 'application/json; charset=UTF-8',
  txt: 'text/plain; charset=UTF-8',
};

/**
 * Serves the static files that the build compressed (`scripts/steps/compress-static.ts`) to clients that accept brotli.
 * They are read once, half a megabyte in all, and found by their exact address. Returns false for everything else, which
 * Next serves.
 *
 * @param {string} folder the `static` folder of a build
 * @returns {(request: IncomingMessage, response: ServerResponse) => boolean}
 */
export function createBrotliFiles(folder) {
  const files = readFiles(folder);
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const file = files.get(decodeURIComponent(path));
    const { method, headers } = request;
    if (!file || (method !== 'GET' && method !== 'HEAD') || headers.range !== undefined) return false;
    if (!acceptsEncoding(String(headers['accept-encoding'] ?? ''), 'br')) return false;
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.setHeader('Vary', 'Accept-Encoding');
    response.setHeader('ETag', file.etag);
    if (matches(headers['if-none-match'], file.etag)) {
      response.writeHead(304).end();
      return true;
    }
    response.writeHead(200, {
      'Content-Type': file.type,
      'Content-Encoding': 'br',
      'Content-Length': file.content.length,
    });
    response.end(method === 'HEAD' ? undefined : file.content);
    return true;
  };
}

/** @param {string} folder */
function readFiles(folder) {
  /** @type {Map<string, { content: Buffer, type: string, etag: string }>} */
  const files = new Map();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = contentTypes[/\.(\w+)\.br$/.exec(name)?.[1] ?? ''];
    if (type === undefined) continue;
    const content = readFileSync(join(folder, name));
    const path = name.slice(0, -'.br'.length).replaceAll(sep, '/');
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
    files.set(`/_next/static/${path}`, { content, type, etag });
  }
  return files;
}

/**
 * @param {string | undefined} ifNoneMatch
 * @param {string} etag
 */
function matches(ifNoneMatch = '', etag) {
  return ifNoneMatch.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')));
}
