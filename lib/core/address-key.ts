import { isIPv6 } from 'node:net';

/** One key per client: an IPv4 address, or an IPv6 /64, which is what one subscriber gets. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address === '' ? 'unknown' : address;
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::', 2);
  const front = groupsOf(head);
  const back = tail === undefined ? [] : groupsOf(tail);
  const middle =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  const groups = [...front, ...middle, ...back].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.join(':')}::/64`;
}

function groupsOf(text: string): string[] {
  return text
    .split(':')
    .filter((group) => group !== '')
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
