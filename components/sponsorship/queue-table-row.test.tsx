import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { QueueItem, QueueTab } from '@/lib/contract/sponsorship';
import { makeDecision } from '@/lib/contract/testing/make-decision';
import { QueryProvider } from '@/lib/query/query-provider';
import { QueueTableRow } from './queue-table-row';
import { makeQueueItem } from './testing/make-queue-item';

const router = { bfcacheId: '', back() {}, forward() {}, refresh() {}, push() {}, replace() {}, prefetch() {} };
const actions = { onFocusRow() {}, onPreview() {}, onSelect() {} };
const viewer = { id: 'p2', isAdmin: false };

function render(change: Partial<QueueItem>, tab: QueueTab = 'waiting'): string {
  return renderToStaticMarkup(
    <QueryProvider>
      <AppRouterContext value={router}>
        <SearchParamsContext value={new URLSearchParams()}>
          <table>
            <tbody>
              <QueueTableRow
                item={makeQueueItem(change)}
                tab={tab}
                viewer={viewer}
                onDecide={() => {}}
                current={false}
                tabStop
                previewed={false}
                selected={false}
                actions={actions}
              />
            </tbody>
          </table>
        </SearchParamsContext>
      </AppRouterContext>
    </QueryProvider>,
  );
}

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
/** The visible name of each button and whether it can be pressed. */
const buttonsOf = (html: string) =>
  [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/g)].map(([, attributes = '', content = '']) => ({
    name: textOf(content).trim(),
    enabled: !/ disabled=/.test(attributes),
  }));

const accept = { name: 'Accept sponsorship for ops@acme.example', enabled: true };
const reject = { name: 'Reject sponsorship for ops@acme.example', enabled: true };

test('cannot be decided while decisions are paused after a restore', () => {
  const html = render({ restoredFrom: '2026-11-12T14:02:11.000Z' });
  expect(buttonsOf(html)).toEqual(
    expect.arrayContaining([
      { ...accept, enabled: false },
      { ...reject, enabled: false },
    ]),
  );
  expect(textOf(html)).toContain('Decisions are paused after a restore.');
});
const disabled = (button: typeof accept) => ({ ...button, enabled: false });

test('shows the status of the import with its icon, also if the import is gone', () => {
  const status = { text: 'Undo in progress', family: 'undone', known: 'Undo in progress' } as const;
  expect(render({ status })).toMatch(/status-undoing.*Undo in progress/);
  const gone = render({ status, gone: true });
  expect(gone).toMatch(/status-gone.*line-through[^>]*>Undo in progress/);
  expect(textOf(gone)).toContain('no longer available');
});

test('counts the wait from the open request, and of a proposal without one from the proposal', () => {
  const decision = makeDecision({ state: 'proposed', proposedAt: '2026-11-14T08:00:00.000Z' });
  const askedAt = '2026-11-01T08:00:00.000Z';
  const since = (html: string) => /Waiting <\/span><time dateTime="([^"]+)"/.exec(html)?.[1];
  expect(since(render({ askedAt, decision }))).toBe(askedAt);
  expect(since(render({ askedAt, decision, requestOpen: false }))).toBe(decision.proposedAt);
});

test('links to the import', () => {
  const html = render({ importId: 'imp/7', username: 'a&b@acme.example' });
  expect(html).toContain('href="/imports/imp%2F7"');
  expect(textOf(render({ username: null }))).toContain('Unknown customer');
});

test('shows warnings beside the records, where their own column has no space', () => {
  expect(render({ warnings: 3 }).match(/#warning/g)).toHaveLength(2);
  expect(render({ warnings: 0 })).not.toContain('#warning');
});

const person = { id: 'p3', name: 'Jonas Weber' };
const states: readonly [name: string, item: Partial<QueueItem>, buttons: readonly unknown[], reason: string | null][] =
  [
    ['an undecided request', {}, [accept, reject], null],
    [
      'an import that is gone',
      { gone: true },
      [disabled(accept), disabled(reject)],
      'The import is no longer available at the service.',
    ],
    [
      'a proposal that someone else has to approve',
      { decision: makeDecision({ state: 'proposed' }), secondPeople: [person] },
      [disabled(accept), disabled(reject)],
      'Jonas Weber can approve this.',
    ],
    [
      'a proposal that the viewer can approve',
      { decision: makeDecision({ state: 'proposed' }), secondPeople: [{ id: viewer.id, name: 'Ada' }] },
      [accept, disabled(reject)],
      'An acceptance is proposed. Approve it, or withdraw it first.',
    ],
    [
      'a request made again after a rejection',
      { decision: makeDecision({ kind: 'reject' }), inEffect: 'reject' },
      [disabled(accept), reject],
      'Only an admin may change a confirmed decision.',
    ],
    [
      'a decision that is being sent',
      { decision: makeDecision({ state: 'sending' }) },
      [disabled(accept), disabled(reject)],
      'A decision is being sent. Wait for its outcome.',
    ],
    [
      'a decision that can be undone',
      { decision: makeDecision({ state: 'approved' }) },
      [{ name: 'Undo the acceptance for ops@acme.example', enabled: true }],
      null,
    ],
  ];

test.each(states)(
  '%s: the buttons follow the rules, and the card says why one is disabled',
  (_, item, buttons, reason) => {
    const html = render(item);
    expect(buttonsOf(html)).toEqual(buttons);
    if (reason !== null) expect(textOf(html.replaceAll(/ data-tip="[^"]*"/g, ''))).toContain(reason);
  },
);

test('says on the card why a second person or an admin is needed', () => {
  const policy = {
    needsSecond: true,
    short: 'Needs a second person',
    explanation: 'Policy always asks for two people.',
  };
  expect(textOf(render({ policy }))).toContain(policy.explanation);
  const within = { needsSecond: false, short: 'Within policy', explanation: 'Policy asks for one person.' };
  expect(textOf(render({ policy: within }))).not.toContain(within.explanation);
});

test('names who decided, and offers no decision on the other tabs', () => {
  const html = render({ decision: makeDecision() }, 'decided');
  expect(textOf(html)).toContain('Accepted by Priya Raman');
  expect(buttonsOf(html)).toEqual([]);
});

const openStates: readonly [name: string, item: Partial<QueueItem>, label: string][] = [
  [
    'waiting for the viewer',
    {
      decision: makeDecision({ kind: 'reject', state: 'proposed', approvedBy: null }),
      secondPeople: [{ id: viewer.id, name: 'Ada' }],
    },
    'Rejection by Priya Raman: waiting for your approval',
  ],
  [
    'waiting for someone else',
    { decision: makeDecision({ state: 'proposed', approvedBy: null }), secondPeople: [person] },
    'Acceptance by Priya Raman: waiting for someone else',
  ],
  [
    'waiting, and no one can approve it',
    { decision: makeDecision({ state: 'proposed', approvedBy: null }), secondPeople: [] },
    'Acceptance by Priya Raman: no second person',
  ],
  [
    'about to be sent, by the second person',
    { decision: makeDecision({ state: 'approved', approvedBy: person }) },
    'Acceptance by Jonas Weber: about to be sent',
  ],
  [
    'being sent',
    { decision: makeDecision({ kind: 'reject', state: 'sending' }) },
    'Rejection by Priya Raman: being sent',
  ],
];
test.each(openStates)('a decision without an outcome says what it would do and whose it is: %s', (_, item, label) => {
  expect(textOf(render(item))).toContain(label);
});

test('an unknown outcome says what was sent and names the person once', () => {
  const text = textOf(render({ decision: makeDecision({ kind: 'reject', state: 'unknown' }) }, 'unknown'));
  expect(text).toContain('Rejection by Priya Raman: outcome unknown');
  expect(text.match(/Priya Raman/g)).toHaveLength(1);
});
