import { expect, it } from 'vitest';
import { createMetrics } from './metrics';
import { createManualClock } from './testing/manual-clock';

it('renders counts in the Prometheus text format', async () => {
  const metrics = createMetrics();
  metrics.startAtZero({ operations: ['acceptPayment'], facts: ['listed.id', 'tool.name'], verdicts: [], channels: [] });
  metrics.serviceCall({
    lane: 'poller',
    operation: 'listImports',
    outcome: 'ok',
    waitMs: 40,
    tookMs: 200,
    missing: ['listed.id'],
  });
  metrics.delivery('verified');
  metrics.delivery('verified');
  metrics.fieldNotFound('listed.status');
  metrics.gauge('landfall_poller_cycle_seconds', 'The cycle', async () => 42);
  const { text, contentType } = await metrics.render();
  expect(contentType).toContain('text/plain');
  expect(text).toContain('landfall_service_calls_total{lane="poller",operation="listImports",outcome="ok"} 1');
  expect(text).toContain('landfall_budget_wait_seconds_bucket{le="0.05",lane="poller"} 1');
  for (const lane of ['decision', 'people', 'poller']) {
    expect(text).toContain(`{lane="${lane}",operation="acceptPayment",outcome="service_unauthorized"} 0`);
  }
  expect(text).toContain('landfall_fields_not_found_total{fact="tool.name"} 0');
  expect(text).toContain('landfall_fields_not_found_total{fact="listed.id"} 1');
  expect(text).toContain('landfall_webhook_deliveries_total{verdict="verified"} 2');
  expect(text).toContain('landfall_fields_not_found_total{fact="listed.status"} 1');
  expect(text).toContain('landfall_poller_cycle_seconds 42');
  expect((await metrics.fieldsNotFound()).map(({ fact }) => fact)).toEqual(['listed.id', 'listed.status']);
  expect(text).toMatch(/^landfall_build_info\{version="\d+\.\d+\.\d+"\} 1$/m);
});

it('leaves out a gauge that cannot be read', async () => {
  const metrics = createMetrics();
  metrics.gauge('landfall_broken', 'Broken', () => Promise.reject(new Error('the database is down')));
  metrics.gauge('landfall_unknown', 'Not known yet', () => undefined);
  metrics.gauge('landfall_fine', 'Fine', () => 7);
  const { text } = await metrics.render();
  expect(text).not.toMatch(/^landfall_broken \d/m);
  expect(text).not.toMatch(/^landfall_unknown \d/m);
  expect(text).toMatch(/^landfall_fine 7$/m);
});

it('leaves out a gauge that is not read within five seconds', async () => {
  const clock = createManualClock();
  const metrics = createMetrics({ clock });
  metrics.gauge('landfall_hanging', 'Hanging', () => new Promise(() => setImmediate(() => clock.advance(5000))));
  metrics.gauge('landfall_fine', 'Fine', () => 7);
  const { text } = await metrics.render();
  expect(text).not.toMatch(/^landfall_hanging \d/m);
  expect(text).toMatch(/^landfall_fine 7$/m);
});

it('keeps two apps in one process separate', async () => {
  const one = createMetrics();
  const other = createMetrics();
  one.delivery('hint');
  expect((await other.render()).text).not.toContain('verdict="hint"');
});

it('reports the process without watching the event loop all the time', async () => {
  const { text } = await createMetrics({ processMetrics: true }).render();
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  // These need a timer every few milliseconds.
  expect(text).not.toMatch(/nodejs_eventloop_lag_(min|max|mean|stddev|p\d+)_seconds/);
});
