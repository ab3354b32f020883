import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { renderToReadableStream } from 'react-dom/server';
import { expect, test } from 'vitest';
import { QueryProvider } from '@/lib/query/query-provider';
import { DecideDialog } from './decide-dialog';
import { makeQueueItem } from './testing/make-queue-item';

test('formats the number of matched users', async () => {
  const stream = await renderToReadableStream(
    <QueryProvider>
      <SearchParamsContext value={new URLSearchParams()}>
        <DecideDialog
          item={makeQueueItem({ usersMatched: 1234, usersTotal: 5678 })}
          kind="accept"
          budget={{ month: '2026-11', confirmed: 0, unknown: 0, sending: 0, limit: null, rejected: 0, level: 'ok' }}
          viewer={{ id: 'p2', name: 'Jonas', isAdmin: false }}
          reasonRequired={false}
          onClose={() => {}}
          onDone={() => {}}
        />
      </SearchParamsContext>
    </QueryProvider>,
  );
  await stream.allReady;
  expect(await new Response(stream).text()).toContain('1,234 of 5,678 matched');
});
