import { BlockList, isIP } from 'node:net';

/** Also finds IPv4 addresses that are written as IPv6. */
const localAddresses = new BlockList();
localAddresses.addSubnet('0.0.0.0', 8);
localAddresses.addSubnet('127.0.0.0', 8);
localAddresses.addSubnet('169.254.0.0', 16);
localAddresses.addSubnet('::', 127, 'ipv6');
localAddresses.addSubnet('fe80::', 10, 'ipv6');

/** Whether a URL's host is this machine, or an address that only this machine reaches. */
export function isLocalHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const version = isIP(name);
  return version === 0
    ? name === 'localhost' || name.endsWith('.localhost')
    : localAddresses.check(name, version === 4 ? 'ipv4' : 'ipv6');
}
