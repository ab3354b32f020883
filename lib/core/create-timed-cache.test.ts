import { expect, it } from 'vitest';
import { createTimedCache } from './create-timed-cache';

function open(maxEntries = 10) {
  let nowMs = 1_000_000;
  let reads = 0;
  const clock = { now: () => new Date(nowMs), sleep: () => Promise.resolve() };
  const cache = createTimedCache<string, number>({ clock, maxAgeMs: 1000, maxEntries });
  return {
    read: (key: string) => cache(key, () => Promise.resolve((reads += 1))),
    fail: (key: string) => cache(key, () => Promise.reject(new Error('no answer'))),
    advance: (ms: number) => (nowMs += ms),
  };
}

it('reads once per key until the value is too old, or the clock went back', async () => {
  const { read, advance } = open();
  expect(await Promise.all([read('a'), read('a'), read('b')])).toEqual([1, 1, 2]);
  advance(999);
  expect(await read('a')).toBe(1);
  advance(1);
  expect(await read('a')).toBe(3);
  advance(-5);
  expect(await read('a')).toBe(4);
});

it('does not keep a failure', async () => {
  const { read, fail } = open();
  await expect(fail('a')).rejects.toThrow('no answer');
  expect(await read('a')).toBe(1);
});

it('drops the oldest value when it is full, not the value that is read again', async () => {
  const { read, advance } = open(2);
  await read('a');
  await read('b');
  advance(1000);
  expect(await read('a')).toBe(3);
  expect(await read('c')).toBe(4);
  expect(await read('a')).toBe(3);
});
