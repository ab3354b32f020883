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
    stayed: null,
    ...rest,
  };
};
const working = { text: 'Sample migration in progress', family: 'working' } as const;
const turn = { text: 'Sample migration completed', family: 'turn' } as const;

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
  expect(days).toHaveLength(1);
  expect(days[0]?.entries.map(({ toneAbove, toneBelow, mark }) => [mark, toneAbove, toneBelow])).toEqual([
    ['action', 'turn', 'turn'],
    ['exact', 'turn', 'work'],
    ['exact', 'work', null],
  ]);
});

test('groups by day in the viewer’s zone, and names other years', () => {
  const entries = [entry({ at: '2026-11-12T23:30:00Z' }), entry({ at: '2025-12-31T12:00:00Z' })];
  const now = Date.parse('2026-11-15T00:00:00Z');
  expect(layoutTimeline(entries, 'UTC', now).map(({ label }) => label)).toEqual(['Thu 12 Nov', '31 Dec 2025']);
  expect(layoutTimeline(entries, 'Asia/Tokyo', now)[0]?.label).toBe('Fri 13 Nov');
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
