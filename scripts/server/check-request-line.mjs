const maxUrlLength = 8192;

const apiMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Pages only show something; their forms post to the API. */
const pageMethods = ['GET', 'HEAD'];

/**
 * Finds what Next would answer with 500: methods it does not know, and paths that are not UTF-8 text. PostgreSQL stores
 * no NUL character, so none is let through, in the path or the query.
 *
 * @param {{ method: string, url: string }} request
 * @returns {{ status: number, message: string, allow?: string } | undefined}
 */
export function checkRequestLine({ method, url }) {
  if (!url.startsWith('/')) return { status: 400, message: 'The request needs a path.' };
  if (url.length > maxUrlLength) return { status: 414, message: 'The address is too long.' };
  const [path = '', ...rest] = url.split('?');
  const allowed = /^\/(api|__nextjs[^/]*)(\/|$)/.test(path) ? apiMethods : pageMethods;
  if (!allowed.includes(method)) {
    return { status: 405, message: `The method ${method} is not available here.`, allow: allowed.join(', ') };
  }
  if (!isText(path) || hasDotSegment(path))
    return { status: 400, message: 'The address is broken. Check that it was copied completely.' };
  const broken = rest
    .join('?')
    .split('&')
    .find((pair) => /%00|\0/.test(pair));
  if (broken === undefined) return undefined;
  const name = /^[\w.-]{1,50}(?==)/.exec(broken)?.[0];
  return { status: 400, message: `The query ${name ? `field ${name} ` : ''}contains a NUL character (%00).` };
}

/**
 * Browsers resolve these themselves. Later steps would, too, after the method was checked for another path.
 *
 * @param {string} path
 */
function hasDotSegment(path) {
  return path.split(/[/\\]/).some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
}

/** @param {string} path */
function isText(path) {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}
