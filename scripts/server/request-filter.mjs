import { clientAddress } from './client-address.mjs';

/** Headers with which a client could impersonate a proxy or Next itself. */
const untrustedHeaders = ['forwarded', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'x-middleware-subrequest'];

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
  for (const name of untrustedHeaders) delete headers[name];
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
