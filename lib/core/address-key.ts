import { isIPv6 } from 'node:net';

/** One key per client: an IPv4 address, or an IPv6 /64, which is what one subscriber gets. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address === '' ? 'unknown' : address;
  return `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}

/** Neighbours that may belong to one owner: an IPv4 /24 or an IPv6 /48. */
export function networkKey(address: string): string {
  if (isIPv6(address)) return `${groupsOf(address).slice(0, 3).join(':')}::/48`;
  const network = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address)?.[1];
  return network === undefined ? addressKey(address) : `${network}.0/24`;
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::', 2);
  const front = splitGroups(head);
  const back = tail === undefined ? [] : splitGroups(tail);
  const middle =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return [...front, ...middle, ...back].map((group) => group.replace(/^0+(?=.)/, ''));
}

function splitGroups(text: string): string[] {
  return text
    .split(':')
    .filter((group) => group !== '')
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
