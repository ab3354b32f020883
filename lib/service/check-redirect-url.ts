import { domainToUnicode } from 'node:url';
import { isLoopbackHost } from '../core/is-loopback-host.mjs';

type RedirectProblem = 'length' | 'characters' | 'form' | 'scheme' | 'credentials' | 'host' | 'port';

export type RedirectCheck =
  | { ok: true; url: string }
  | {
      ok: false;
      problem: RedirectProblem;
      /** Shown to people. Names the host but never the whole address, which is a secret. */
      reason: string;
      host: string | null;
    };

/** The limit of our own API schema. */
const maxRedirectUrlLength = 4_000;

/** Control, white space, backslash, invisible and bidirectional characters. */
const forbiddenCharacters = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Z}\p{Default_Ignorable_Code_Point}\\]/u;

/**
 * Decides whether a browser may be redirected to an address from the service: https (http only on loopback), an
 * allowed host, no credentials, the default port or the service's own. The authority must be written exactly as the
 * parser writes it, because parsers that disagree about the host are a way around such checks.
 */
export function checkRedirectUrl(
  text: string,
  allowed: { hosts: readonly string[]; serviceUrl: string },
): RedirectCheck {
  const refuse = (problem: RedirectProblem, reason: string, host: string | null = null): RedirectCheck => ({
    ok: false,
    problem,
    reason,
    host,
  });

  if (text.length > maxRedirectUrlLength)
    return refuse('length', `The migration link is longer than ${maxRedirectUrlLength} characters.`);
  if (forbiddenCharacters.test(text) || !text.isWellFormed())
    return refuse('characters', 'The migration link contains invalid characters.');
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]+)/i.exec(text)?.[1];
  if (authority === undefined || !URL.canParse(text))
    return refuse('form', 'The migration link is not a full address that starts with https://.');

  const url = new URL(text);
  const service = new URL(allowed.serviceUrl);
  // Host names have at most 253 characters; the messages below quote it.
  const host = url.hostname.slice(0, 253);
  if (url.username !== '' || url.password !== '' || authority.includes('@'))
    return refuse('credentials', 'The migration link contains credentials.', host);
  const onThisMachine = isLoopbackHost(service.hostname) && isLoopbackHost(host);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && onThisMachine))
    return refuse('scheme', `The migration link is not https (host ${host}).`, host);
  if (!isCanonicalAuthority(authority, url))
    return refuse('form', `The host of the migration link is written in a misleading way. It means ${host}.`, host);
  if (!allowed.hosts.some((name) => canonicalHost(name) === host))
    return refuse(
      'host',
      `The migration link leads to ${host}, which is not an allowed host. An admin can allow it under Settings > Connection.`,
      host,
    );
  if (url.port !== '' && url.port !== service.port)
    return refuse('port', `The migration link leads to port ${url.port} of ${host}, which is not allowed.`, host);
  return { ok: true, url: url.href };
}

function isCanonicalAuthority(authority: string, url: URL): boolean {
  const written = authority.toLowerCase();
  const defaultPort = url.protocol === 'https:' ? '443' : '80';
  const ports = url.port === '' ? ['', `:${defaultPort}`] : [`:${url.port}`];
  const names = [url.hostname, domainToUnicode(url.hostname)].filter((name) => name !== '');
  return names.some((name) => ports.some((port) => written === `${name}${port}`));
}

/** Undefined when `name` is not a host name, so that a mistyped entry allows nothing. */
function canonicalHost(name: string): string | undefined {
  const host = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name;
  if (!/^[^\s/?#@\\:[\]]+$|^\[[0-9a-f:.]+\]$/i.test(host) || !URL.canParse(`https://${host}/`)) return undefined;
  return new URL(`https://${host}/`).hostname;
}
