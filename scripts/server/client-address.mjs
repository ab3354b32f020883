import { isIP } from 'node:net';

/**
 * The address a request came from. A client can write anything into X-Forwarded-For; only entries appended by our own
 * proxies count. The socket is hop 0, the last header entry is hop 1, and so on to the left. Empty when the socket has
 * gone already.
 *
 * @param {{ socketAddress: string | undefined, forwardedFor: string | undefined, trustedHops: number }} request
 */
export function clientAddress({ socketAddress, forwardedFor, trustedHops }) {
  const fromSocket = normalizeAddress(socketAddress ?? '') ?? '';
  const entries = (forwardedFor ?? '').split(',').reverse();
  let nearest = fromSocket;
  for (const entry of entries.slice(0, trustedHops)) {
    const address = normalizeAddress(entry.trim());
    // Nothing behind an invalid entry can be trusted, so the nearest valid hop is used.
    if (address === undefined) break;
    nearest = address;
  }
  return nearest;
}

/**
 * Normalises an address (no port, brackets or zone, mapped IPv4 as IPv4), so that rate limits count a client once.
 *
 * @param {string} text
 */
function normalizeAddress(text) {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text);
  const withPort = /^(\d{1,3}(?:\.\d{1,3}){3}):\d+$/.exec(text);
  const bare = (bracketed?.[1] ?? withPort?.[1] ?? text).replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(bare)?.[1] ?? bare;
  return isIP(mapped) === 0 ? undefined : mapped;
}
