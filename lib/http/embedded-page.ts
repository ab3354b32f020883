import { embedParam, maxEmbedLength, parseEmbed } from '../contract/embed';
import { matchesFrameAncestor } from '../core/frame-ancestors';

interface PageRequest {
  method: string;
  /** With the query. */
  url: URL;
  headers: Headers;
}

/** Customer pages that other sites may frame. Those behind a link in an e-mail are not among them. */
export function isFramablePath(pathname: string): boolean {
  return /^\/(start|m|full-migration|trouble)(\/|$)/.test(pathname);
}

/** The value of `embed`, or null for a page that is in no frame: a link to it opened in a tab is a page like any other. */
export function readEmbed({ url, headers }: PageRequest): string | null {
  if (!isFramablePath(url.pathname) || headers.get('sec-fetch-dest') === 'document') return null;
  const value = url.searchParams.get(embedParam);
  return value === null ? null : shorten(value);
}

/** The end may cut a character in half, which cannot be encoded. */
const shorten = (value: string) => value.slice(0, maxEmbedLength).toWellFormed();

/**
 * Links, forms and redirects inside a frame do not have the parameter. The page before did, and browsers name that page in
 * requests to our own origin. No cookie is needed for this, which a frame may not have.
 */
export function embedRedirect({ method, url, headers }: PageRequest, publicOrigin: string): URL | null {
  const inFrame = method === 'GET' && headers.get('sec-fetch-dest') === 'iframe';
  if (!inFrame || !isFramablePath(url.pathname) || url.searchParams.has(embedParam)) return null;
  const referrer = headers.get('referer') ?? '';
  if (!URL.canParse(referrer)) return null;
  const before = new URL(referrer);
  const value = before.searchParams.get(embedParam);
  if (before.origin !== publicOrigin || value === null) return null;
  const to = new URL(`${url.pathname}${url.search}`, publicOrigin);
  to.searchParams.set(embedParam, shorten(value));
  return to;
}

/** Settings > Embed shows a preview on our own origin; otherwise the settings decide. */
export function framingOf(
  embed: string | null,
  settings: { publicOrigin: string; frameAncestors: readonly string[] },
): { frameAncestors: readonly string[]; parent: string | null } {
  const { publicOrigin, frameAncestors } = settings;
  const { parent } = parseEmbed(embed ?? '');
  if (parent === publicOrigin) return { frameAncestors: [publicOrigin], parent };
  return { frameAncestors, parent: matchesFrameAncestor(parent, frameAncestors) ? parent : null };
}
