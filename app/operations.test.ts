import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { MetricFamily } from '@/lib/core/metrics';
import { secretSettings } from '@/scripts/steps/read-secret-files.mjs';
import { hasTool } from '@/scripts/testing/has-tool';
import { openTestApp } from './testing/open-test-app';
import { readPromql } from './testing/read-promql';

/** The documents and files for operators, against the metrics of the composed app. */
const guide = readFileSync('docs/operations.md', 'utf8');
const rules = readFileSync('ops/prometheus/alerts.yml', 'utf8');
/** Added by Prometheus. */
const scrapeLabels = ['instance', 'job'];
let app: Awaited<ReturnType<typeof openTestApp>>;
/** Right after the start. */
let fresh: MetricFamily[];
let families: MetricFamily[];
const labelsOf = new Map<string, string[]>([['up', scrapeLabels]]);

beforeAll(async () => {
  app = await openTestApp();
  const { metrics } = app.landfall;
  fresh = await metrics.read();
  const call = {
    lane: 'people',
    operation: 'listImports',
    outcome: 'ok',
    waitMs: 1,
    tookMs: 1,
    missing: ['listed.id'],
  };
  metrics.serviceCall(call);
  metrics.request({ route: 'imports.list', status: '2xx', tookMs: 1 });
  metrics.statement({ operation: 'insert', table: 'audit', outcome: 'failed', tookMs: 1 });
  metrics.delivery('verified');
  metrics.denied('sign-in');
  metrics.message({ channel: 'email', outcome: 'sent' });
  metrics.poll({ kind: 'import', outcome: 'same' });
  metrics.jobRun({ job: 'mail', outcome: 'ok', at: new Date() });
  families = await metrics.read();
  for (const { name, values } of families) {
    labelsOf.set(name, [...new Set(values.flatMap(({ labels }) => Object.keys(labels)))].toSorted());
  }
});
afterAll(() => app.close());

function expectKnown(expression: string): void {
  const used = readPromql(expression);
  expect(used, expression).not.toHaveLength(0);
  const known = new Set([...scrapeLabels, ...used.flatMap(({ metric }) => labelsOf.get(metric) ?? [])]);
  for (const { metric, labels } of used) {
    expect([...labelsOf.keys()], expression).toContain(metric);
    expect(
      labels.filter((label) => !known.has(label)),
      expression,
    ).toEqual([]);
  }
}

const alerts = [
  ...rules.matchAll(
    /- alert: (\w+)\n +expr: '(.+)'\n +for: \d+m\n +labels: \{ severity: (\w+) \}\n +annotations:\n +summary: (.+)\n +runbook_url: docs\/operations\.md#(\w+)\n/g,
  ),
].map(([, name = '', expr = '', severity = '', , anchor = '']) => ({ name, expr, severity, anchor }));

describe('docs/operations.md', () => {
  it('lists every metric with its labels and help text, and no other', () => {
    const listed = [...guide.matchAll(/^\| `(landfall_\w+)` *\| ([^|]*?) *\| ([^|]*?) *\|$/gm)].map(
      ([, name = '', labels = '', help = '']) => `${name} (${labels}): ${help}`,
    );
    const actual = families
      .filter(({ name }) => name.startsWith('landfall_'))
      .map(({ name, help }) => {
        const labels = (labelsOf.get(name) ?? []).filter((label) => label !== 'le').map((label) => `\`${label}\``);
        return `${name} (${labels.join(', ')}): ${help}`;
      });
    expect(listed.toSorted()).toEqual(actual.toSorted());
  });

  it('says how to rotate every secret', () => {
    const [section = ''] = /^## Rotate secrets\n[^]*?(?=^## )/m.exec(guide) ?? [];
    const secrets = [...section.matchAll(/^\| (.+?) +\|/gm)].map(([, secret]) => secret).join('\n');
    expect(secretSettings.filter((name) => !secrets.includes(`\`${name}\``))).toEqual([]);
  });

  it('explains every alert in at most six lines', () => {
    for (const { name } of alerts) {
      const section = new RegExp(`^### ${name}\n\n((?:.+\n)+)`, 'm').exec(guide)?.[1] ?? '';
      expect(section.split('\n').length - 1, name).toBeGreaterThan(0);
      expect(section.split('\n').length - 1, name).toBeLessThanOrEqual(6);
    }
  });
});

describe('alert rules', () => {
  it('have a severity, a summary and a link to their explanation', () => {
    expect(alerts).not.toEqual([]);
    expect(alerts).toHaveLength([...rules.matchAll(/- alert:/g)].length);
    const headings = [...guide.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase());
    for (const { name, severity, anchor } of alerts) {
      expect(anchor).toBe(name.toLowerCase());
      expect(headings).toContain(anchor);
      expect(['page', 'ticket']).toContain(severity);
    }
  });

  it('use metrics and labels that exist', () => {
    for (const { expr } of alerts) expectKnown(expr);
  });

  it('count only what a new instance shows, because Prometheus does not count the first value of a series', () => {
    const counted = alerts.flatMap(({ expr }) => [...expr.matchAll(/\b(?:increase|rate)\((\w+)(?:\{(.*?)\})?\[/g)]);
    // For the share or the quantile of a histogram over minutes the first value does not matter.
    const counters = counted.filter(([, name = '']) => name.endsWith('_total'));
    expect(counters).not.toEqual([]);
    for (const [selector, name, text = ''] of counters) {
      const matchers = [...text.matchAll(/(\w+)=~?"(.*?)"/g)].map(([, label = '', values = '']) => ({
        label,
        values: values.split('|'),
      }));
      const series = (fresh.find((family) => family.name === name)?.values ?? []).filter(({ labels }) =>
        matchers.every(({ label, values }) => values.includes(String(labels[label]))),
      );
      expect(series, selector).not.toEqual([]);
      for (const { label, values } of matchers) {
        expect(new Set(series.map(({ labels }) => labels[label])), selector).toEqual(new Set(values));
      }
    }
  });

  it('have a test each, which promtool runs', ({ skip }) => {
    const tests = readFileSync('ops/prometheus/alerts.test.yml', 'utf8');
    expect([...tests.matchAll(/alertname: (\w+)/g)].map(([, name]) => name)).toEqual(alerts.map(({ name }) => name));
    if (!hasTool('promtool', '--version')) skip('needs promtool');
    for (const args of [
      ['check', 'rules', 'alerts.yml'],
      ['test', 'rules', 'alerts.test.yml'],
    ]) {
      expect(execFileSync('promtool', args, { cwd: 'ops/prometheus', encoding: 'utf8' })).toContain('SUCCESS');
    }
  });
});

describe('dashboard', () => {
  const panelSchema = z.object({
    id: z.number(),
    title: z.string(),
    type: z.enum(['row', 'timeseries', 'stat']),
    datasource: z.object({ type: z.literal('prometheus'), uid: z.literal('${datasource}') }).optional(),
    gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
    targets: z.array(z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() })).default([]),
  });
  const dashboard = z
    .object({
      uid: z.literal('landfall'),
      schemaVersion: z.number(),
      templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
      panels: z.array(panelSchema),
    })
    .parse(JSON.parse(readFileSync('ops/grafana/landfall.json', 'utf8')));

  it('has a variable for the data source, its rows, and panels that do not overlap', () => {
    expect(dashboard.templating.list).toContainEqual({ name: 'datasource', type: 'datasource' });
    const titles = dashboard.panels.filter(({ type }) => type === 'row').map(({ title }) => title);
    expect(titles).toEqual(['Is it working', 'Customers waiting', 'Money', 'Service', 'Database', 'Process']);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  it('uses metrics and labels that exist, also in its legends', () => {
    for (const { targets, datasource, type } of dashboard.panels) {
      if (type !== 'row') expect(datasource).toBeDefined();
      for (const { expr, legendFormat } of targets) {
        expectKnown(expr);
        const known = readPromql(expr).flatMap(({ metric, labels }) => [...(labelsOf.get(metric) ?? []), ...labels]);
        for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(known, expr).toContain(label);
      }
    }
  });
});
