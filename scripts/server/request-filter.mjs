import { clientAddress } from './client-address.mjs';

/** Headers with which a client could impersonate a proxy, Next or this filter. */
const untrustedHeaders = ['forwarded', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'x-middleware-subrequest'];

/** Any of these means that a proxy passed the request on, so it does not come from this machine. */
const proxyHeaders = ['via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', ...untrustedHeaders];

/** Set for requests from a loopback socket without a sign of a proxy. */
const localHeader = 'x-landfall-local';

/**
 * Overwrites the forwarding headers. Next only fills `x-forwarded-*` where they are missing, so a client's own would
 * win. Handlers can rely on `x-forwarded-for` being exactly one address.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {{ publicOrigin: string, trustedHops: number }} settings
 */
export function filterRequest(request, { publicOrigin, trustedHops }) {
  const { headers } = request;
  const forwardedFor = headers['x-forwarded-for'];
  const address = clientAddress({
    socketAddress: request.socket.remoteAddress,
    forwardedFor: Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor,
    trustedHops,
  });
  const isLocal = /^(127\.|::1$)/.test(address) && !proxyHeaders.some((name) => name in headers);
  for (const name of [...untrustedHeaders, localHeader]) delete headers[name];
  if (isLocal) headers[localHeader] = '1';
  const ours = new URL(publicOrigin);
  headers['x-forwarded-for'] = address;
  headers['x-forwarded-host'] = ours.host;
  headers['x-forwarded-proto'] = ours.protocol.slice(0, -1);
  headers['x-forwarded-port'] = portOf(ours);
}

/** @param {URL} url */
export function portOf(url) {
  if (url.port !== '') return url.port;
  return url.protocol === 'https:' ? '443' : '80';
}
