/** The path of an address without origin and fragment, and its query, in which further question marks may occur. */
export function splitHref(href: string): { path: string; query: URLSearchParams } {
  const at = href.indexOf('?');
  return at === -1
    ? { path: href, query: new URLSearchParams() }
    : { path: href.slice(0, at), query: new URLSearchParams(href.slice(at)) };
}
