import { expect, test } from 'vitest';
import type { TimelineEntry } from '@/lib/contract/timeline';
import { layoutTimeline } from './layout-timeline';

const entry = (over: Partial<TimelineEntry> & { at: string }): TimelineEntry => {
  const { at, ...rest } = over;
  return {
    key: at,
    kind: 'status',
    when: { certainty: 'exact', at },
    source: 'webhook',
    by: null,
    title: 'x',
    detail: '',
    status: null,
    movedBack: false,
    unknownOutcome: false,
    duration: null,
    ...rest,
  };
};
const working = { text: 'Sample migration in progress', family: 'working' } as const;
const turn = { text: 'Sample migration completed', family: 'turn' } as const;

const labels = (entries: readonly TimelineEntry[], zone: string, now: number | string) =>
  layoutTimeline(entries, zone, new Date(now).getTime()).map(({ label }) => label);

test('colours the rail by status, also across actions of people', () => {
  const days = layoutTimeline(
    [
      entry({ at: '2026-11-12T10:00:00Z', kind: 'note', source: 'staff' }),
      entry({ at: '2026-11-12T09:00:00Z', status: turn }),
      entry({ at: '2026-11-12T08:00:00Z', status: working }),
    ],
    'UTC',
    Date.parse('2026-11-15T00:00:00Z'),
  );
  expect(days).toHaveLength(2);
  expect(days[1]?.entries.map(({ toneAbove, toneBelow, mark }) => [mark, toneAbove, toneBelow])).toEqual([
    ['action', 'turn', 'turn'],
    ['exact', 'turn', 'work'],
    ['exact', 'work', null],
  ]);
});

test('groups by day in the viewer’s zone, and names other years', () => {
  const entries = [entry({ at: '2026-11-12T23:30:00Z' }), entry({ at: '2025-12-31T12:00:00Z' })];
  const now = Date.parse('2026-11-15T00:00:00Z');
  expect(labels(entries, 'UTC', now)).toEqual(['Today, Sun 15 Nov', 'Thu 12 Nov', '31 Dec 2025']);
  expect(labels(entries, 'Asia/Tokyo', now)[1]).toBe('Fri 13 Nov');
});

test('marks a change between two polls as a span, and a missing answer as unknown', () => {
  const [day] = layoutTimeline(
    [
      entry({ at: '2026-11-12T10:00:00Z', kind: 'decision', unknownOutcome: true }),
      entry({
        at: '2026-11-12T09:00:00Z',
        status: turn,
        when: { certainty: 'between', from: '2026-11-12T08:00:00Z', to: '2026-11-12T09:00:00Z' },
      }),
      entry({ at: '2026-11-12T07:00:00Z', kind: 'gone' }),
    ],
    'UTC',
    Date.parse('2026-11-12T11:00:00Z'),
  );
  expect(day?.entries.map(({ mark, toneAbove }) => [mark, toneAbove])).toEqual([
    ['unknown-outcome', 'turn'],
    ['span', 'turn'],
    ['exact', 'gone'],
  ]);
});

test('the line of several imports begins at the newest entry and ends at the oldest', () => {
  const several = ['10', '09', '08'].map((hour) => ({ ...entry({ at: `2026-11-12T${hour}:00:00Z` }), import: null }));
  const [day] = layoutTimeline(several, 'UTC', Date.parse('2026-11-12T11:00:00Z'));
  expect(day?.entries.map(({ toneAbove, toneBelow }) => [toneAbove, toneBelow])).toEqual([
    [null, 'wait'],
    ['wait', 'wait'],
    ['wait', null],
  ]);
});

test('begins with today, also before older entries and without entries', () => {
  const older = [entry({ at: '2026-11-12T09:00:00Z' })];
  expect(layoutTimeline(older, 'UTC', Date.parse('2026-11-15T09:00:00Z'))).toMatchObject([
    { label: 'Today, Sun 15 Nov', entries: [] },
    { label: 'Thu 12 Nov', entries: [{}] },
  ]);
  expect(labels(older, 'UTC', '2026-11-12T09:00:00Z')).toEqual(['Today, Thu 12 Nov']);
  expect(layoutTimeline([], 'UTC', Date.parse('2026-11-15T09:00:00Z'))).toEqual([
    { label: 'Today, Sun 15 Nov', entries: [] },
  ]);
});

test('changes the day at midnight in the viewer’s zone', () => {
  const beforeMidnight = [entry({ at: '2026-11-15T22:59:59Z' })];
  expect(labels(beforeMidnight, 'Europe/Berlin', '2026-11-15T22:59:59.999Z')).toEqual(['Today, Sun 15 Nov']);
  expect(labels(beforeMidnight, 'Europe/Berlin', '2026-11-15T23:00:00Z')).toEqual(['Today, Mon 16 Nov', 'Sun 15 Nov']);
  expect(labels(beforeMidnight, 'America/Los_Angeles', '2026-11-15T23:00:00Z')).toEqual(['Today, Sun 15 Nov']);
  expect(labels(beforeMidnight, 'Pacific/Kiritimati', '2026-11-15T23:00:00Z')).toEqual(['Today, Mon 16 Nov']);
  expect(labels(beforeMidnight, 'Asia/Kathmandu', '2026-11-16T18:15:00Z')).toEqual(['Today, Tue 17 Nov', 'Mon 16 Nov']);
});

test('keeps a day of 23 or 25 hours together', () => {
  const longDay = [entry({ at: '2026-10-25T22:30:00Z' }), entry({ at: '2026-10-24T22:30:00Z' })];
  expect(labels(longDay, 'Europe/Berlin', '2026-10-25T22:59:00Z')).toEqual(['Today, Sun 25 Oct']);
  expect(labels(longDay, 'Europe/Berlin', '2026-10-25T23:00:00Z')).toEqual(['Today, Mon 26 Oct', 'Sun 25 Oct']);
  const shortDay = [entry({ at: '2026-03-09T03:59:00Z' }), entry({ at: '2026-03-08T05:00:00Z' })];
  expect(labels(shortDay, 'America/New_York', '2026-03-09T03:59:30Z')).toEqual(['Today, Sun 8 Mar']);
  expect(labels(shortDay, 'America/New_York', '2026-03-09T04:00:00Z')).toEqual(['Today, Mon 9 Mar', 'Sun 8 Mar']);
});

test('puts an entry that the service dates slightly ahead of our clock under today', () => {
  expect(labels([entry({ at: '2026-11-16T00:00:05Z' })], 'UTC', '2026-11-15T23:59:59Z')).toEqual(['Today, Mon 16 Nov']);
});
