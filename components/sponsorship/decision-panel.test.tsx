import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { renderToReadableStream } from 'react-dom/server';
import { expect, test } from 'vitest';
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

const render = async (restoredFrom: string | null, mayDecide: boolean) => {
  const stream = await renderToReadableStream(
    <QueryProvider>
      <SearchParamsContext value={new URLSearchParams()}>
        <DecisionPanel
          item={makeQueueItem({ restoredFrom, requestOpen: true })}
          budget={budget}
          reasonRequired={false}
          whoPays="partner"
          viewer={{ id: 'p2', name: 'Jonas', mayDecide, isAdmin: false }}
        />
      </SearchParamsContext>
    </QueryProvider>,
  );
  await stream.allReady;
  return new Response(stream).text();
};

test('after a restore, approvers read why they cannot decide, and agents see nothing of it', async () => {
  const paused = await render('2026-11-12T14:02:11.000Z', true);
  expect(paused).toContain(pausedLabels.title);
  expect(paused).toContain('npm run restore -- release');
  expect(paused.match(/<button[^>]* disabled=/g)).toHaveLength(2);
  expect(await render('2026-11-12T14:02:11.000Z', false)).not.toContain(pausedLabels.title);
  const usual = await render(null, true);
  expect(usual).not.toContain(pausedLabels.title);
  expect(usual.match(/<button[^>]* disabled=/g)).toBeNull();
});
