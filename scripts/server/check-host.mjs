/**
 * @typedef {{ kind: 'serve' } | { kind: 'redirect', location: string } | { kind: 'refuse', status: number, sentence: string }} HostCheck
 */

/** Machines call these by any loopback name; a redirect would break them. */
const loopbackPaths = ['/api/health', '/api/metrics', '/api/webhooks'];

/**
 * The public origin is a setting and never comes from the request. Other loopback names are redirected to it, because
 * cookies belong to one name and sign-in would fail silently. All other names are refused, which stops DNS rebinding.
 *
 * @param {{ method: string, url: string, hosts: readonly string[], publicOrigin: string }} request `hosts` holds every
 *   Host header that was sent: two of them is an attempt to be understood differently by a proxy and by us
 * @returns {HostCheck}
 */
export function checkHost({ method, url, hosts, publicOrigin }) {
  const [host] = hosts;
  if (host === undefined || hosts.length > 1) {
    return { kind: 'refuse', status: 400, sentence: 'The request must name one host.' };
  }
  const ours = new URL(publicOrigin);
  const asked = parseHost(host, ours.protocol);
  if (asked === undefined) return { kind: 'refuse', status: 400, sentence: 'The Host header is not a host.' };
  if (asked.host === ours.host) return { kind: 'serve' };
  if (isLoopbackName(asked.hostname)) {
    const path = url.split('?', 1)[0] ?? '';
    const read = method === 'GET' || method === 'HEAD';
    const machine = loopbackPaths.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
    return read && !machine ? { kind: 'redirect', location: `${ours.origin}${url}` } : { kind: 'serve' };
  }
  // Proxies differ in which port they pass on, so only the name counts.
  if (asked.hostname === ours.hostname) return { kind: 'serve' };
  return { kind: 'refuse', status: 421, sentence: `This server answers for ${ours.origin} only.` };
}

/**
 * @param {string} hostname as the URL parser spells it
 */
export function isLoopbackName(hostname) {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

/**
 * @param {string} host
 * @param {string} protocol decides which port goes without saying
 */
function parseHost(host, protocol) {
  if (!/^[a-z0-9._-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i.test(host)) return undefined;
  const text = `${protocol}//${host}`;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return { host: url.host, hostname: url.hostname.replace(/\.$/, '') };
}
