import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { timedStatuses, type Trends } from '@/lib/contract/overview';
import { AttentionList } from './attention-list';
import { FlowChart } from './flow-chart';
import { StatusDurationTable } from './status-duration-table';

const weekMs = 7 * 86_400_000;
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const startMs = Date.parse('2025-11-10');

const trendsOf = (weeks: number): Trends => ({
  from: dayAt(startMs),
  unit: 'week',
  flow: Array.from({ length: weeks }, (_, at) => ({
    from: dayAt(startMs + at * weekMs),
    to: dayAt(startMs + (at + 1) * weekMs - 1),
    started: at + 1,
    completed: at,
    current: at === weeks - 1,
  })),
  funnel: { created: 0, credentials: 0, sample: 0, asked: 0, accepted: 0, completed: 0 },
  tools: [
    {
      tool: 'Zendesk',
      count: 9,
      times: timedStatuses.map((_, at) => ({ count: 9, medianS: 60 * (at + 1), p90S: 600 })),
    },
  ],
  medianDecisionS: null,
});

const render = (element: ReactNode) =>
  renderToStaticMarkup(<SearchParamsContext value={new URLSearchParams()}>{element}</SearchParamsContext>);
const count = (html: string, tags: string) => html.match(new RegExp(`<(${tags})\\b`, 'g'))?.length ?? 0;

test('a week adds one element to the chart, for its tooltip', () => {
  const [some, more] = [40, 41].map((weeks) => render(<FlowChart trends={trendsOf(weeks)} />));
  const charts = 'svg|g|path|rect|line';
  expect(count(more ?? '', charts) - count(some ?? '', charts)).toBe(1);
  expect(more).toContain('data-tip="10 Nov to 16 Nov 2025: 1 started, 0 completed"');
});

test('the bars of a chart are as high as their numbers, and the current one is apart', () => {
  const html = render(<FlowChart trends={trendsOf(2)} />);
  const heights = [...html.matchAll(/<path d="([^"]*)" class="fill-chart-(\d)"/g)].map(([, path = '', series]) => [
    series,
    ...[...path.matchAll(/v-([\d.]+)/g)].map(([, height]) => Number(height)),
  ]);
  expect(heights).toEqual([
    ['2', 77],
    ['1', 0],
    ['2', 154],
    ['1', 77],
  ]);
});

test('a duration is drawn by one element', () => {
  const html = render(<StatusDurationTable trends={trendsOf(1)} />);
  expect(count(html, 'svg|rect')).toBe(0);
  expect(html).toContain('<span aria-hidden="true" class="duration-bar" style="--median:28%;--p90:98%"></span>');
});

test('webhooks without a valid signature are not counted: only the newest are stored', () => {
  const group = { count: 100, countIsMinimum: false, oldestAt: null, names: [] };
  const html = render(
    <AttentionList items={[{ kind: 'webhooks', notApplied: 0, badSignature: 100, ...group }]} isAdmin mayDecide />,
  );
  expect(html).toContain('No webhook message in the last 24 hours had a valid signature');
  expect(html).not.toContain('100');
});

test('names of customers are links, also a name that reads like an import', () => {
  const group = { count: 2, countIsMinimum: false, oldestAt: null };
  const list = (names: { username: string | null; importId: string | null }[]) =>
    render(
      <AttentionList
        items={[{ kind: 'unknown-outcomes', accepts: 2, rejects: 0, ...group, names }]}
        isAdmin={false}
        mayDecide={false}
      />,
    );
  const named = list([
    { username: 'import 7', importId: '8' },
    { username: 'a new import', importId: null },
  ]);
  expect(named.match(/\/customers\?username=[^"]*/g)).toEqual([
    '/customers?username=import+7',
    '/customers?username=a+new+import',
  ]);
  const unnamed = list([
    { username: null, importId: '7' },
    { username: null, importId: null },
  ]);
  expect(unnamed).not.toContain('/customers');
  expect(unnamed.replaceAll(/<[^>]*>/g, '')).toContain('import 7, a new import');
});
