import { isIP } from 'node:net';

/**
 * The address a request really came from. Whatever a client writes into X-Forwarded-For is a claim; only the entries
 * appended by proxies of ours are facts. The socket is hop 0, the last entry of the header was seen by the first
 * trusted proxy (hop 1), and so on to the left.
 *
 * @param {{ socketAddress: string | undefined, forwardedFor: string | undefined, trustedHops: number }} request
 * @returns {string} an IP address, or the empty string when the socket has gone already
 */
export function clientAddress({ socketAddress, forwardedFor, trustedHops }) {
  const fromSocket = normalizeAddress(socketAddress ?? '') ?? '';
  if (trustedHops === 0) return fromSocket;
  const entries = (forwardedFor ?? '').split(',').reverse();
  let nearest = fromSocket;
  for (const entry of entries.slice(0, trustedHops)) {
    const address = normalizeAddress(entry.trim());
    // Behind an entry that is no address nothing can be believed, so the nearest hop that was one stands.
    if (address === undefined) break;
    nearest = address;
  }
  return nearest;
}

/**
 * One spelling an address: no port, no brackets, no zone, and IPv4 as IPv4, so that a limit by address counts the same
 * client once.
 *
 * @param {string} text
 * @returns {string | undefined}
 */
function normalizeAddress(text) {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text);
  const withPort = /^(\d{1,3}(?:\.\d{1,3}){3}):\d+$/.exec(text);
  const bare = (bracketed?.[1] ?? withPort?.[1] ?? text).replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(bare)?.[1] ?? bare;
  return isIP(mapped) === 0 ? undefined : mapped;
}
