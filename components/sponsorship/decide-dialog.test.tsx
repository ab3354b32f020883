import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { renderToReadableStream } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { QueueItem } from '@/lib/contract/sponsorship';
import { makeDecision } from '@/lib/contract/testing/make-decision';
import { QueryProvider } from '@/lib/query/query-provider';
import { DecideDialog } from './decide-dialog';
import { decideDialogLabels, decideFactLabels } from './dialog-labels';
import { makeQueueItem } from './testing/make-queue-item';

async function render(kind: 'accept' | 'reject', change: Partial<QueueItem>): Promise<string> {
  const stream = await renderToReadableStream(
    <QueryProvider>
      <SearchParamsContext value={new URLSearchParams()}>
        <DecideDialog
          item={makeQueueItem(change)}
          kind={kind}
          budget={{ month: '2026-11', confirmed: 0, unknown: 0, sending: 0, limit: null, rejected: 0, level: 'ok' }}
          viewer={{ id: 'p2', name: 'Jonas', isAdmin: true }}
          reasonRequired={false}
          onClose={() => {}}
          onDone={() => {}}
        />
      </SearchParamsContext>
    </QueryProvider>,
  );
  await stream.allReady;
  return new Response(stream).text();
}

test('formats the number of matched users', async () => {
  expect(await render('accept', { usersMatched: 1234, usersTotal: 5678 })).toContain('1,234 of 5,678 matched');
});

test('says when and how it was requested only if it was', async () => {
  expect(await render('accept', { requestOpen: true })).toContain(decideFactLabels.requested);
  expect(await render('accept', { requestOpen: false })).not.toContain(decideFactLabels.requested);
});

test('does not let a proposer approve as the second person', async () => {
  const proposal = (id: string) =>
    ({ decision: makeDecision({ state: 'proposed', kind: 'accept', proposedBy: { id, name: 'Ines' } }) }) as const;
  expect(await render('accept', proposal('p1'))).toContain(decideDialogLabels.approve);
  const own = await render('accept', proposal('p2'));
  expect(own).toContain(decideDialogLabels.someoneElse);
  expect(own).toMatch(/<button[^>]*disabled=""[^>]*>Accept sponsorship/);
});

test('says what a decision about a request made again after a rejection does', async () => {
  const again = { decision: makeDecision({ kind: 'reject' }), inEffect: 'reject', requestOpen: true } as const;
  expect(await render('accept', again)).toContain(decideDialogLabels.decidedBeforeWhy);
  const reject = await render('reject', again);
  expect(reject).toContain(decideDialogLabels.rejectedBefore);
  expect(reject).not.toContain(decideDialogLabels.sentOnce);
  expect(reject).not.toContain(decideDialogLabels.decidedBeforeWhy);
  expect(await render('reject', {})).toContain(decideDialogLabels.final);
});
