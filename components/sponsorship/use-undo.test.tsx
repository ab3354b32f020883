import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { makeDecision } from '@/lib/contract/testing/make-decision';
import { QueryProvider } from '@/lib/query/query-provider';
import { currentToasts, dismissToast, toast } from '../ui/toast-store';
import { decisionToast } from './decision-toast';
import { useUndo } from './use-undo';

afterEach(() => {
  vi.unstubAllGlobals();
  for (const { id } of currentToasts()) dismissToast(id);
});

type Undo = ReturnType<typeof useUndo>['undo'];

function Probe({ onRender }: { onRender: (undo: Undo) => void }) {
  onRender(useUndo('live', '1').undo);
  return null;
}

test('undoing a decision removes the toast that offers the same', async () => {
  const decision = makeDecision({ state: 'approved', notBefore: '2026-11-12T12:00:08.000Z' });
  const withdrawn = makeDecision({ state: 'withdrawn' });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(withdrawn)));
  let undo: Undo | undefined;
  renderToStaticMarkup(
    <QueryProvider>
      <Probe onRender={(rendered) => (undo = rendered)} />
    </QueryProvider>,
  );
  toast(decisionToast(decision, { customer: 'ops@acme.example', onUndo() {} }));
  expect(currentToasts().map(({ title }) => title)).toEqual(['Acceptance about to be sent']);
  await undo?.(decision);
  expect(currentToasts().map(({ title }) => title)).toEqual(['Undone']);
});
