import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { eventually } from '@/lib/core/testing/eventually';
import { openStaffApp, type StaffApp } from './testing/open-staff-app';

const token = 'the-token-of-the-probe-0123456789';
let app: StaffApp;
beforeAll(async () => {
  // While it is rotated.
  app = await openStaffApp({ METRICS_TOKEN: `the-next-token-of-the-probe,${token}` });
});
afterAll(() => app.close());

const readiness = async () => {
  const response = await app.send('health.ready', { role: null, headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() };
};
const readJobRuns = async () => {
  const families = await app.landfall.metrics.read();
  return families.find(({ name }) => name === 'landfall_background_job_last_run_timestamp_seconds')?.values ?? [];
};

it('is not ready while it drains, ends bulk runs, and still answers', async () => {
  await app.landfall.run();
  await expect.poll(async () => (await readJobRuns()).length, eventually).toBeGreaterThan(0);
  expect(await readiness()).toMatchObject({ status: 200, body: { status: 'ready' } });

  const run = vi.fn<(signal: AbortSignal) => Promise<void>>(() => Promise.resolve());
  app.landfall.sponsorship.bulkRunner.start(run);
  app.landfall.drain();
  expect(run.mock.lastCall?.[0].aborted).toBe(true);
  expect(await readiness()).toEqual({ status: 503, retryAfter: '5', body: { status: 'not ready', checks: [] } });
  expect((await app.send('health.live', { role: null })).status).toBe(200);
  expect((await app.send('imports.list')).status).toBe(200);
});
