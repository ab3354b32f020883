import { expect, it } from 'vitest';
import { createManualClock } from '../core/testing/manual-clock';
import { createAdmission } from './admission';

const admitted = (waits: readonly (number | undefined)[]) => waits.filter((waitS) => waitS === undefined).length;

it('admits a burst of 200 messages per address, then 5 per second', async () => {
  const clock = createManualClock();
  const { waitS } = createAdmission({ clock });
  const send = (times: number) => Array.from({ length: times }, () => waitS('203.0.113.7'));
  expect(admitted(send(300))).toBe(200);
  expect(waitS('203.0.113.7')).toBe(1);
  expect(waitS('203.0.113.8')).toBeUndefined();
  await clock.advance(2000);
  expect(admitted(send(300))).toBe(10);
});

it('counts an IPv6 /64 as one address', () => {
  const { waitS } = createAdmission({ clock: createManualClock() });
  expect(admitted(Array.from({ length: 300 }, (_, n) => waitS(`2001:db8::${n.toString(16)}`)))).toBe(200);
});

it('admits 400 messages from all addresses together, then 10 per second', async () => {
  const clock = createManualClock();
  const { waitS } = createAdmission({ clock });
  const send = (from: number) => Array.from({ length: 12_000 }, (_, n) => waitS(`10.0.${(from + n) >> 8}.${n & 255}`));
  expect(admitted(send(0))).toBe(400);
  await clock.advance(3000);
  expect(admitted(send(12_000))).toBe(30);
});

it('reports what was refused once', () => {
  const admission = createAdmission({ clock: createManualClock() });
  admission.countRefused('too_large');
  admission.countRefused('rate_limited', 3);
  admission.countRefused('rate_limited');
  expect([...admission.takeRefused()]).toEqual([
    ['too_large', 1],
    ['rate_limited', 4],
  ]);
  expect(admission.takeRefused().size).toBe(0);
});

it('counts a message that is stored whole by its size, and admits even the largest after a while', async () => {
  const clock = createManualClock();
  const { waitS } = createAdmission({ clock });
  const send = (times: number, bytes: number) => Array.from({ length: times }, () => waitS('203.0.113.7', bytes));
  expect(admitted(send(100, 62_000))).toBe(12);
  expect(waitS('203.0.113.7', 1024 * 1024)).toBe(19);
  await clock.advance(19_000);
  expect(waitS('203.0.113.7', 1024 * 1024)).toBeUndefined();
});
