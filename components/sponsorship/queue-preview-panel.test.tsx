import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { renderToReadableStream } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { QueueItem } from '@/lib/contract/sponsorship';
import { Hydrated } from '@/lib/query/hydrated';
import { dehydrateQueries } from '@/lib/query/hydration';
import { QueryProvider } from '@/lib/query/query-provider';
import { importOptions } from '@/lib/query/use-import';
import { QueuePreviewPanel } from './queue-preview-panel';
import { makeQueueItem } from './testing/make-queue-item';

const budget = { month: '2026-11', confirmed: 0, unknown: 0, sending: 0, limit: null, rejected: 0 } as const;
const detail = {
  warnings: [{ kind: 'too_large', item: 'ticket 7', text: 'Attachment too large' }],
  warningRules: [
    {
      ...{ id: 'large', severity: 'action', kinds: ['too_large'], texts: [] },
      ...{ explanation: 'Files over 20 MB stay behind.', fix: 'Copy them by hand.' },
    },
  ],
};

async function render(change: Partial<QueueItem>) {
  const state = dehydrateQueries((client) => {
    client.setQueryData(importOptions('live', '1').queryKey, detail as never);
  });
  const stream = await renderToReadableStream(
    <QueryProvider>
      <SearchParamsContext value={new URLSearchParams()}>
        <Hydrated state={state} position={null}>
          <QueuePreviewPanel
            item={makeQueueItem(change)}
            queue={{
              budget: { ...budget, level: 'ok' },
              policy: { policy: { reasonRequired: false } } as never,
              whoPays: 'partner',
            }}
            viewer={{ id: 'p2', name: 'Jonas', isAdmin: false }}
            onClose={() => {}}
          />
        </Hydrated>
      </SearchParamsContext>
    </QueryProvider>,
  );
  await stream.allReady;
  return new Response(stream).text();
}

test('explains the warnings of the import', async () => {
  const html = await render({ warnings: 1 });
  expect(html).toContain('Attachment too large');
  expect(html).toContain('Files over 20 MB stay behind.');
  expect(await render({ warnings: 0 })).not.toContain('Attachment too large');
});

test('links earlier decisions to their customer and their import', async () => {
  const earlier = { kind: 'accept', state: 'confirmed', at: '2026-11-01T08:00:00.000Z' } as const;
  const html = await render({
    earlier: [
      { ...earlier, importId: '7', username: 'it@acme.example', sameCustomer: false },
      { ...earlier, importId: null, username: null, sameCustomer: false },
    ],
  });
  expect(html).toMatch(/href="\/customers\?username=it%40acme.example"[^>]*>it@acme.example</);
  expect(html).toMatch(/href="\/imports\/7"[^>]*>Import 7</);
  expect(html).toContain('Unknown customer');
});
