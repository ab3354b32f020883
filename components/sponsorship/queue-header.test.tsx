import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { defaultPolicy } from '@/lib/contract/policy';
import type { Queue, QueueItem, QueueTab } from '@/lib/contract/sponsorship';
import { makeDecision } from '@/lib/contract/testing/make-decision';
import { QueueHeader } from './queue-header';
import { makeQueueItem } from './testing/make-queue-item';

const router = { bfcacheId: '', back() {}, forward() {}, refresh() {}, push() {}, replace() {}, prefetch() {} };

function render(...items: Partial<QueueItem>[]): string {
  return renderQueue({ waiting: items.map(makeQueueItem) });
}

function renderQueue(
  { waiting = [], unmatched = [] }: Partial<Pick<Queue, 'waiting' | 'unmatched'>>,
  tab: QueueTab = 'waiting',
): string {
  const queue: Queue = {
    ...{ whoPays: 'partner', waiting, unknown: [], nameless: [], decided: [], runs: [], unmatched },
    totals: { undecided: 0, waiting: waiting.length, unknown: 0, decided: 0 },
    budget: { month: '2026-11', confirmed: 0, unknown: 0, sending: 0, limit: null, rejected: 0, level: 'ok' },
    policy: { version: 0, policy: defaultPolicy, by: '', at: null, pending: null },
  };
  return renderToStaticMarkup(
    <AppRouterContext value={router}>
      <SearchParamsContext value={new URLSearchParams()}>
        <QueueHeader queue={queue} tab={tab} isAdmin={false} />
      </SearchParamsContext>
    </AppRouterContext>,
  );
}

const longest = (html: string) => /longest <time dateTime="([^"]+)"/.exec(html)?.[1];

test('shows the longest wait of what is not decided yet', () => {
  const sending = (['approved', 'sending'] as const).map((state) => ({ decision: makeDecision({ state }) }));
  expect(longest(render(...sending))).toBeUndefined();
  const askedAt = '2026-11-13T08:00:00.000Z';
  expect(longest(render(...sending, { askedAt }))).toBe(askedAt);
});

test('counts the wait of a proposal without an open request from the proposal', () => {
  const decision = makeDecision({ state: 'proposed', proposedAt: '2026-11-14T08:00:00.000Z' });
  expect(longest(render({ decision, requestOpen: false }))).toBe(decision.proposedAt);
});

test('the longest wait may be that of a request without an import', () => {
  const at = (day: number) => `2026-11-${day}T08:00:00.000Z`;
  const unmatched = [11, 13].map((day) => ({
    id: `r${day}`,
    askedAt: at(day),
    username: null,
    tool: null,
    message: '',
  }));
  expect(longest(renderQueue({ unmatched }))).toBe(at(11));
  expect(longest(renderQueue({ unmatched, waiting: [makeQueueItem({ askedAt: at(12) })] }))).toBe(at(11));
  expect(longest(renderQueue({ unmatched, waiting: [makeQueueItem({ askedAt: at(10) })] }))).toBe(at(10));
  // The imports that wait are not listed there.
  expect(longest(renderQueue({ unmatched }, 'decided'))).toBeUndefined();
});
