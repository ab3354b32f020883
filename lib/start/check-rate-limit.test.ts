import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { addressKey, networkKey } from '../core/address-key';
import { createManualClock } from '../core/testing/manual-clock';
import type { Database } from '../store/database/database';
import { openTestDatabase } from '../store/testing/open-test-database';
import { checkOpenRateLimit, countGuess } from './check-rate-limit';

const clock = createManualClock();
const windowMs = 15 * 60_000;
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const submit = (address: string) => checkOpenRateLimit({ database, clock }, 'start', address);
const submitTimes = async (address: string, times: number) => {
  let admitted = 0;
  for (let done = 0; done < times; done += 1) if (await submit(address)) admitted += 1;
  return admitted;
};
test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3::4', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:DB8:0001:2::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['', 'unknown', 'unknown'],
])('%s counts as %s in %s', (address, key, network) => {
  expect([addressKey(address), networkKey(address)]).toEqual([key, network]);
});

describe('a form without a link', () => {
  test('up to 24 hostile addresses, in any networks and at any pace, never keep out a new address', async () => {
    const hostileAddress = fc.oneof(
      fc.integer({ min: 1, max: 250 }).map((n) => `198.51.100.${n}`),
      fc.ipV4(),
      fc.integer({ min: 0, max: 0xffff }).map((n) => `2001:db8:1:${n.toString(16)}::1`),
    );
    const newAddress = fc.constantFrom('198.51.100.254', '203.0.113.9', '2001:db8:1:abcd::1', '2001:db8:ffff::1');
    const attack = fc.record({
      hostile: fc.uniqueArray(hostileAddress, { minLength: 1, maxLength: 24, selector: addressKey }),
      stranger: newAddress,
      rounds: fc.integer({ min: 1, max: 4 }),
      pauseMs: fc.constantFrom(0, 3000, 60_000),
    });
    await fc.assert(
      fc.asyncProperty(attack, async ({ hostile, stranger, rounds, pauseMs }) => {
        fc.pre(!hostile.some((address) => addressKey(address) === addressKey(stranger)));
        await clock.advance(windowMs);
        for (let round = 0; round < rounds; round += 1) {
          await Promise.all(hostile.flatMap((address) => [submit(address), submit(address)]));
          await clock.advance(pauseMs);
        }
        expect(await submit(stranger)).toBe(true);
      }),
      { numRuns: inject('fullSize') ? 12 : 2 },
    );
  });

  test('one address gets 6 in 15 minutes, also as an IPv6 /64, and then one more after the oldest', async () => {
    await clock.advance(windowMs);
    expect(await submitTimes('203.0.113.1', 15)).toBe(6);
    await clock.advance(windowMs);
    const subnet = Array.from({ length: 15 }, (_, n) => `2001:db8:5:6::${n}`);
    expect((await Promise.all(subnet.map(submit))).filter(Boolean)).toHaveLength(6);
    await clock.advance(windowMs);
    expect(await submit('2001:db8:5:6::1')).toBe(true);
  });

  test('the owners of two networks are admitted 25 times each, also at once, and others still are', async () => {
    await clock.advance(windowMs);
    const networks = Array.from({ length: 40 }, (_, n) => [`198.51.100.${n}`, `2001:db8:1:${n}::1`]).flat();
    const admitted = await Promise.all(networks.map(submit));
    expect(admitted.filter(Boolean)).toHaveLength(2 * 25);
    expect(await submit('203.0.113.2')).toBe(true);
  });

  test('counts one first use when an address sends many requests at once', async () => {
    await clock.advance(windowMs);
    const admitted = await Promise.all(Array.from({ length: 20 }, () => submit('203.0.113.3')));
    expect(admitted.filter(Boolean)).toHaveLength(6);
    // 24 first uses are left for the network.
    const network = Array.from({ length: 30 }, (_, n) => `203.0.113.${100 + n}`);
    expect((await Promise.all(network.map(submit))).filter(Boolean)).toHaveLength(24);
  });

  test('admits at most 60 new addresses in 15 minutes', async () => {
    await clock.advance(windowMs);
    const addresses = Array.from({ length: 90 }, (_, n) => `10.${n}.0.1`);
    expect((await Promise.all(addresses.map(submit))).filter(Boolean)).toHaveLength(60);
  });

  test('a customer can correct a mistake while other networks repeat as often as they can', async () => {
    await clock.advance(windowMs);
    const customer = '203.0.113.9';
    expect(await submit(customer)).toBe(true);
    // In five other networks, and five addresses in the network of the customer.
    const hostile = Array.from({ length: 5 }, (_, n) => [`10.${n}.0.1`, `10.${n}.0.2`, `203.0.113.${20 + n}`]).flat();
    for (let round = 0; round < 6; round += 1) await Promise.all(hostile.map(submit));
    expect(await submitTimes(customer, 9)).toBe(5);
  });
});

test('wrong tokens are limited per address, per IPv6 /64 and per network', async () => {
  const deps = { database, clock };
  const guess = async (address: string) => (await countGuess(deps, address)) !== undefined;
  const allowed = async (addresses: readonly string[]) => {
    const results: boolean[] = [];
    for (const address of addresses) results.push(await guess(address));
    return results.filter(Boolean).length;
  };
  expect(await allowed(Array.from({ length: 25 }, (_, n) => `2001:db8:7:8::${n}`))).toBe(20);
  expect(await allowed(Array.from({ length: 70 }, (_, n) => `192.0.2.${n}`))).toBe(60);
  expect(await guess('203.0.113.4')).toBe(true);
  await clock.advance(windowMs);
  expect(await guess('2001:db8:7:8::1')).toBe(true);
});
