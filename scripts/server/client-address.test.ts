import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientAddress } from './client-address.mjs';

const plain = (socketAddress: string) => clientAddress({ socketAddress, forwardedFor: undefined, trustedHops: 0 });
const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6().map((text) => plain(text)),
);

describe('clientAddress', () => {
  it('uses the socket address when no proxy is trusted', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.option(fc.string(), { nil: undefined }), (socketAddress, forwardedFor) => {
        expect(clientAddress({ socketAddress, forwardedFor, trustedHops: 0 })).toBe(socketAddress);
      }),
      { numRuns: 200 },
    );
  });

  it('uses the entry appended by the last trusted proxy, ignoring those a client added before it', () => {
    const forged = fc.array(fc.oneof(address, fc.string()), { maxLength: 5 });
    fc.assert(
      fc.property(forged, fc.array(address, { minLength: 1, maxLength: 4 }), fc.ipV4(), (lies, appended, socket) => {
        const forwardedFor = [...lies.map((lie) => lie.replaceAll(',', '')), ...appended].join(', ');
        const found = clientAddress({ socketAddress: socket, forwardedFor, trustedHops: appended.length });
        expect(found).toBe(appended[0]);
      }),
      { numRuns: 300 },
    );
  });

  it('uses the furthest known entry when there are fewer entries than trusted proxies', () => {
    expect(clientAddress({ socketAddress: '10.0.0.1', forwardedFor: '203.0.113.9', trustedHops: 3 })).toBe(
      '203.0.113.9',
    );
    expect(clientAddress({ socketAddress: '10.0.0.1', forwardedFor: undefined, trustedHops: 1 })).toBe('10.0.0.1');
  });

  it('never returns something that is not an address', () => {
    expect(clientAddress({ socketAddress: '10.0.0.1', forwardedFor: '203.0.113.9, unknown', trustedHops: 2 })).toBe(
      '10.0.0.1',
    );
    expect(clientAddress({ socketAddress: undefined, forwardedFor: undefined, trustedHops: 0 })).toBe('');
  });

  it.each([
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:51234', '203.0.113.9'],
    ['[2001:DB8::1]:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['999.1.1.1', ''],
    ['localhost', ''],
    ['', ''],
  ])('normalises %s', (text, expected) => {
    expect(plain(text)).toBe(expected);
  });
});
