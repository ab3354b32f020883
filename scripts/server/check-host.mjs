import { isLoopbackHost } from '../../lib/core/is-loopback-host.mjs';

/** Machines call these by any loopback name; a redirect would break them. */
const loopbackPaths = ['/api/health', '/api/metrics', '/api/webhooks'];

/** Monitoring calls each instance by its own address. These routes need the token, which a rebound page does not have. */
const tokenPaths = ['/api/health/ready', '/api/metrics'];

/**
 * The public origin is a setting and never comes from the request. Other loopback names are redirected to it, because
 * cookies belong to one name and sign-in would fail silently. All other names are refused, which stops DNS rebinding.
 * So are two Host headers: a proxy and we could disagree on the host.
 *
 * @param {{ method: string, url: string, hosts: readonly string[], hasToken: boolean, publicOrigin: string }} request
 * @returns {{ kind: 'serve' } | { kind: 'redirect', location: string } | { kind: 'refuse', status: number, message: string }}
 */
export function checkHost({ method, url, hosts, hasToken, publicOrigin }) {
  const [host] = hosts;
  if (host === undefined || hosts.length > 1) {
    return { kind: 'refuse', status: 400, message: 'The request must name one host.' };
  }
  const ours = new URL(publicOrigin);
  const requested = parseHost(host, ours.protocol);
  if (requested === undefined) return { kind: 'refuse', status: 400, message: 'The Host header is not a host.' };
  if (requested.host === ours.host) return { kind: 'serve' };
  const path = url.split('?', 1)[0] ?? '';
  const isRead = method === 'GET' || method === 'HEAD';
  if (isLoopbackName(requested.hostname)) {
    const isMachinePath = loopbackPaths.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
    return isRead && !isMachinePath ? { kind: 'redirect', location: `${ours.origin}${url}` } : { kind: 'serve' };
  }
  // Proxies differ in which port they pass on, so only the name counts.
  if (requested.hostname === ours.hostname) return { kind: 'serve' };
  if (hasToken && isRead && tokenPaths.includes(path)) return { kind: 'serve' };
  return { kind: 'refuse', status: 421, message: `This server answers for ${ours.origin} only.` };
}

/** @param {string} hostname */
export function isLoopbackName(hostname) {
  return hostname.endsWith('.localhost') || isLoopbackHost(hostname);
}

/** @type {(host: string, protocol: string) => { host: string, hostname: string } | undefined} */
const parseHost = (host, protocol) => {
  if (!/^[a-z0-9._-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i.test(host)) return undefined;
  const text = `${protocol}//${host}`;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return { host: url.host, hostname: url.hostname.replace(/\.$/, '') };
};
