import { describe, expect, test } from 'vitest';
import { nextDue } from './next-due';

const daily = (time: string, zone: string, after: string) =>
  nextDue({ schedule: 'daily', time, zone }, new Date(after)).toISOString();

test('waits five seconds for more events when they are sent at once', () => {
  const due = nextDue({ schedule: 'now', time: null, zone: null }, new Date('2026-11-16T17:05:00.500Z'));
  expect(due.toISOString()).toBe('2026-11-16T17:05:05.500Z');
});

test.each([
  ['2026-11-16T17:05:00.000Z', '2026-11-16T18:00:00.000Z'],
  ['2026-11-16T17:00:00.000Z', '2026-11-16T18:00:00.000Z'],
  ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z'],
])('sends hourly events of %s at the next full hour', (at, due) => {
  expect(nextDue({ schedule: 'hourly', time: null, zone: null }, new Date(at)).toISOString()).toBe(due);
});

describe('daily', () => {
  test.each([
    ['later today', '09:00', 'Europe/Berlin', '2026-11-16T07:59:59Z', '2026-11-16T08:00:00.000Z'],
    ['tomorrow, at the time itself', '09:00', 'Europe/Berlin', '2026-11-16T08:00:00Z', '2026-11-17T08:00:00.000Z'],
    [
      'today where it is already tomorrow',
      '09:00',
      'Pacific/Auckland',
      '2026-11-16T19:00:00Z',
      '2026-11-16T20:00:00.000Z',
    ],
    ['in a zone with half hours', '09:00', 'Asia/Kolkata', '2026-11-16T12:00:00Z', '2026-11-17T03:30:00.000Z'],
    ['over the end of a year', '00:00', 'America/New_York', '2026-12-31T06:00:00Z', '2027-01-01T05:00:00.000Z'],
    ['on the 29th of February', '23:59', 'UTC', '2028-02-29T00:00:00Z', '2028-02-29T23:59:00.000Z'],
  ])('%s', (_, time, zone, after, due) => expect(daily(time, zone, after)).toBe(due));

  test.each([
    ['the day before', '2026-03-28T00:00:00Z', '2026-03-28T01:30:00.000Z'],
    ['skipped, so an hour later', '2026-03-28T02:00:00Z', '2026-03-29T01:30:00.000Z'],
    ['the day after', '2026-03-29T01:30:00Z', '2026-03-30T00:30:00.000Z'],
  ])('02:30 in Berlin when clocks go forward: %s', (_, after, due) =>
    expect(daily('02:30', 'Europe/Berlin', after)).toBe(due),
  );

  test.each([
    ['the first of two', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
    ['not the second', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
  ])('02:30 in Berlin when clocks go back: %s', (_, after, due) =>
    expect(daily('02:30', 'Europe/Berlin', after)).toBe(due),
  );

  test('02:30 in New York, where clocks switch on other days', () => {
    expect(daily('02:30', 'America/New_York', '2026-03-08T06:00:00Z')).toBe('2026-03-08T07:30:00.000Z');
    expect(daily('01:30', 'America/New_York', '2026-11-01T00:00:00Z')).toBe('2026-11-01T05:30:00.000Z');
  });

  test.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Kathmandu'])(
    'comes once on each of 400 days in %s',
    (zone) => {
      let at = new Date('2026-01-01T00:00:00Z');
      const days = new Set<string>();
      const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
      for (let n = 0; n < 400; n += 1) {
        at = nextDue({ schedule: 'daily', time: '02:15', zone }, at);
        days.add(format.format(at));
      }
      expect(days.size).toBe(400);
      expect(at.getTime() - Date.UTC(2026, 0, 1)).toBeLessThan(402 * 86_400_000);
    },
  );
});
