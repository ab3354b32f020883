import { embedParam, maxEmbedLength, parseEmbed } from '../contract/embed';
import { matchesFrameAncestor } from '../core/frame-ancestors';

const embedHeader = 'x-landfall-embed';
const parentHeader = 'x-landfall-embed-parent';

interface EmbedHeaders {
  /** The value of `embed`; null for a page that is not embedded. */
  embed: string | null;
  /** The origin that the page may send messages to. */
  parent: string | null;
}

/** For proxy.ts, which tells pages about their request by headers. Those of the client do not get through. */
export function setEmbedHeaders(headers: Headers, { embed, parent }: EmbedHeaders): void {
  for (const [name, value] of [
    [embedHeader, embed],
    [parentHeader, parent],
  ] as const) {
    if (value === null) headers.delete(name);
    else headers.set(name, encodeURIComponent(value));
  }
}

export function readEmbedHeaders(headers: Headers): EmbedHeaders {
  const read = (name: string) => {
    const value = headers.get(name);
    return value === null ? null : decodeURIComponent(value);
  };
  return { embed: read(embedHeader), parent: read(parentHeader) };
}

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
  return value === null ? null : value.slice(0, maxEmbedLength);
}

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
  to.searchParams.set(embedParam, value.slice(0, maxEmbedLength));
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
