import type { ReactNode } from 'react';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { TimelineEntry, When } from '@/lib/contract/timeline';
import { MiniTimeline } from '../imports/mini-timeline';
import { ViewerProvider } from '../ui/viewer';
import { TimelineRail } from './timeline-rail';

const entry = (title: string, when: When): TimelineEntry => ({
  key: title,
  kind: 'status',
  when,
  source: 'watcher',
  by: null,
  title,
  detail: '',
  status: { text: title, family: 'waiting' },
  movedBack: false,
  unknownOutcome: false,
  duration: null,
});
const exactly = (at: string): When => ({ certainty: 'exact', at });
const entries = [
  entry('Third', { certainty: 'between', from: '2026-11-13T22:50:00Z', to: '2026-11-14T10:00:00Z' }),
  entry('Second', exactly('2026-11-13T23:30:00Z')),
  entry('First', exactly('2025-11-13T10:00:00Z')),
];
const row = { status: { text: 'Third', family: 'waiting' as const }, gone: false, sinceFrom: null, sinceTo: null };

/** For a viewer in the zone on 15 November. */
function htmlOf(element: ReactNode, zone: string): string {
  return renderToStaticMarkup(
    <SearchParamsContext value={new URLSearchParams()}>
      <ViewerProvider renderedAt={Date.parse('2026-11-15T11:07:00Z')} zone={zone} locale="en">
        {element}
      </ViewerProvider>
    </SearchParamsContext>,
  );
}

/** The visible texts in their order. */
function textsOf(element: ReactNode, zone: string): string {
  return htmlOf(element, zone)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
}

it('puts "now" under today and every entry under its day in the viewer’s zone', () => {
  expect(textsOf(<TimelineRail entries={entries} row={row} />, 'UTC')).toMatch(
    /^ Today, Sun 15 Nov .*now In this status .*Sat 14 Nov .*Third .*Fri 13 Nov .*Second .*13 Nov 2025 .*First /,
  );
  const inTokyo = textsOf(<TimelineRail entries={entries} row={row} />, 'Asia/Tokyo');
  expect(inTokyo).toMatch(/^ Today, Sun 15 Nov .*now .*Sat 14 Nov .*Third .*Second .*13 Nov 2025 .*First /);
  expect(inTokyo).not.toContain('Fri 13 Nov');
});

it('shows an import without entries as of today', () => {
  expect(textsOf(<TimelineRail entries={[]} row={{ ...row, status: null }} />, 'UTC')).toMatch(
    /^ Today, Sun 15 Nov .*now No status reported yet $/,
  );
});

it('names and links the import of each entry of a customer, without "now"', () => {
  const [third, second] = entries;
  if (!third || !second) throw new Error('entries are missing');
  const ofSeveral = [
    { ...third, import: { id: '7 a', tool: 'Zendesk' } },
    // Both imports were found by the same lookup.
    { ...third, import: { id: '8', tool: null } },
    { ...second, import: null },
  ];
  const texts = textsOf(<TimelineRail entries={ofSeveral} />, 'UTC');
  expect(texts).toMatch(
    /^ Sat 14 Nov .*Third Import 7 a from Zendesk .*Third Import 8 .*Fri 13 Nov .*Second Not matched to an import /,
  );
  expect(texts).not.toMatch(/\bnow\b|Today/);
  expect(htmlOf(<TimelineRail entries={ofSeveral} />, 'UTC')).toContain('href="/imports/7%20a"');
});

it('shows seconds if both ends are in the same minute', () => {
  const [entry] = entries;
  if (!entry) throw new Error('entries are missing');
  const when = { certainty: 'between', from: '2026-11-14T10:00:05.000Z', to: '2026-11-14T10:00:35.000Z' } as const;
  const texts = textsOf(<TimelineRail entries={[{ ...entry, when }]} />, 'UTC');
  expect(texts).toMatch(/Between 10:00:05( UTC)? and 10:00:35/);
});

it('shows the date of each entry in the preview panel too', () => {
  const texts = textsOf(<MiniTimeline entries={entries} />, 'UTC');
  expect(texts).toMatch(
    /^ Sat 14 Nov .*10:00 .*Third .*Fri 13 Nov .*23:30:00 .*Second .*13 Nov 2025 .*10:00:00 .*First /,
  );
  expect(texts).toContain('Between 13 Nov, 22:50 UTC and 14 Nov, 10:00 UTC');
});
