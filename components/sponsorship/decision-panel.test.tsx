import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { renderToReadableStream } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { QueueItem } from '@/lib/contract/sponsorship';
import { makeDecision } from '@/lib/contract/testing/make-decision';
import { QueryProvider } from '@/lib/query/query-provider';
import { DecisionPanel } from './decision-panel';
import { pausedLabels } from './dialog-labels';
import { makeQueueItem } from './testing/make-queue-item';

const budget = {
  month: '2026-11',
  confirmed: 0,
  unknown: 0,
  sending: 0,
  limit: null,
  rejected: 0,
  level: 'ok',
} as const;

const render = async (change: Partial<QueueItem>, mayDecide = true, isAdmin = false, mayEdit = true) => {
  const stream = await renderToReadableStream(
    <QueryProvider>
      <SearchParamsContext value={new URLSearchParams()}>
        <DecisionPanel
          item={makeQueueItem(change)}
          budget={budget}
          reasonRequired={false}
          whoPays="partner"
          viewer={{ id: 'p2', name: 'Jonas', mayEdit, mayDecide, isAdmin }}
        />
      </SearchParamsContext>
    </QueryProvider>,
  );
  await stream.allReady;
  return new Response(stream).text();
};

test('after a restore, approvers read why they cannot decide, and agents see nothing of it', async () => {
  const restored = { restoredFrom: '2026-11-12T14:02:11.000Z' };
  const paused = await render(restored);
  expect(paused).toContain(pausedLabels.title);
  expect(paused).toContain('npm run restore -- release');
  expect(paused.match(/<button[^>]* disabled=/g)).toHaveLength(2);
  expect(await render(restored, false)).not.toContain(pausedLabels.title);
  const usual = await render({});
  expect(usual).not.toContain(pausedLabels.title);
  expect(usual.match(/<button[^>]* disabled=/g)).toBeNull();
});

test('a request made again after a rejection can be rejected by approvers, and accepted by admins', async () => {
  const again = { decision: makeDecision({ kind: 'reject' }), inEffect: 'reject' } as const;
  const buttonsOf = (html: string) => html.match(/(Accept|Reject) sponsorship(?=<)/g) ?? [];
  const approver = await render(again);
  expect(buttonsOf(approver)).toEqual(['Reject sponsorship']);
  expect(approver).toContain('Only an admin may change a confirmed decision.');
  expect(buttonsOf(await render(again, true, true))).toEqual(['Accept sponsorship', 'Reject sponsorship']);
  expect(buttonsOf(await render({ ...again, requestOpen: false }))).toEqual([]);
});

test('agents record a request unless a decision is open or an acceptance is in effect', async () => {
  const offers = async (change: Partial<QueueItem>, mayEdit = true) =>
    (await render({ requestOpen: false, ...change }, false, false, mayEdit)).includes('Record customer request');
  expect(await offers({})).toBe(true);
  expect(await offers({}, false)).toBe(false);
  expect(await offers({ decision: makeDecision({ kind: 'reject' }), inEffect: 'reject' })).toBe(true);
  expect(await offers({ decision: makeDecision({ state: 'refused' }) })).toBe(true);
  expect(await offers({ decision: makeDecision({ state: 'proposed' }) })).toBe(false);
  expect(await offers({ decision: makeDecision(), inEffect: 'accept' })).toBe(false);
});

test.each([
  ['settled', { state: 'resolved', resolution: 'settled_done' }, 'Settled'],
  ['about to be sent again', { state: 'approved', resolution: 'send_again' }, 'Will be sent again by'],
  ['sent again, outcome unknown', { state: 'unknown', resolution: 'send_again', sends: 2 }, 'Sent again by'],
  ['sent again and confirmed', { state: 'confirmed', resolution: 'send_again', sends: 2 }, 'Sent again by'],
] as const)('names the person who settled an unknown outcome or sent it again: %s', async (_, change, term) => {
  const resolved = { resolvedBy: { id: 'p3', name: 'Ines' }, resolvedAt: '2026-11-12T13:00:00.000Z' };
  const html = await render({ decision: makeDecision({ ...change, ...resolved }), secondPeople: [] });
  const terms = [...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].flatMap(([, name, value]) =>
    value?.includes('Ines') ? [name] : [],
  );
  expect(terms).toEqual([term]);
});

test('an unknown outcome says whether it is of an acceptance or a rejection', async () => {
  for (const [kind, title] of [
    ['accept', 'Acceptance: outcome unknown'],
    ['reject', 'Rejection: outcome unknown'],
  ] as const)
    expect(await render({ decision: makeDecision({ kind, state: 'unknown' }), secondPeople: [] })).toContain(title);
});
