import { randomUUID } from 'node:crypto';
import { clientAddress } from './client-address.mjs';

/** Headers with which a client could impersonate a proxy, Next or this filter. */
const untrustedHeaders = ['forwarded', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'x-middleware-subrequest'];
/** Not passed on: Next would continue the sender's trace. */
const traceHeaders = ['traceparent', 'tracestate', 'baggage'];

/** Any of these means that a proxy passed the request on, so it does not come from this machine. */
const proxyHeaders = ['via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', ...untrustedHeaders];

/** Set for requests from a loopback socket without a sign of a proxy. */
const localHeader = 'x-landfall-local';

/**
 * The proxy in front may have chosen it, so that its log and ours have the same.
 *
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @param {number} trustedHops
 */
export function chooseRequestId(headers, trustedHops) {
  const given = headers['x-request-id'];
  return trustedHops > 0 && typeof given === 'string' && /^[0-9a-f-]{16,64}$/i.test(given) ? given : randomUUID();
}

/**
 * Overwrites the forwarding headers. Next only fills `x-forwarded-*` where they are missing, so a client's own would
 * win. Handlers can rely on `x-forwarded-for` being exactly one address.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {{ publicOrigin: string, trustedHops: number, requestId: string }} settings
 * @returns {{ traceparent: string | undefined }} of a proxy; others could choose what is sampled
 */
export function filterRequest(request, { publicOrigin, trustedHops, requestId }) {
  const { headers } = request;
  const forwardedFor = headers['x-forwarded-for'];
  const address = clientAddress({
    socketAddress: request.socket.remoteAddress,
    forwardedFor: Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor,
    trustedHops,
  });
  const traceparent = trustedHops > 0 ? [headers['traceparent']].flat()[0] : undefined;
  const isLocal = /^(127\.|::1$)/.test(address) && !proxyHeaders.some((name) => name in headers);
  for (const name of [...untrustedHeaders, ...traceHeaders, localHeader]) delete headers[name];
  if (isLocal) headers[localHeader] = '1';
  const ours = new URL(publicOrigin);
  headers['x-forwarded-for'] = address;
  headers['x-forwarded-host'] = ours.host;
  headers['x-forwarded-proto'] = ours.protocol.slice(0, -1);
  headers['x-forwarded-port'] = portOf(ours);
  headers['x-request-id'] = requestId;
  return { traceparent };
}

/** @param {URL} url */
export function portOf(url) {
  if (url.port !== '') return url.port;
  return url.protocol === 'https:' ? '443' : '80';
}
