import { request as httpRequest } from 'node:http';
import { signInPageAs } from './fixtures/accounts';
import { expectStateAccessible } from './fixtures/expect-accessible';
import { sendWebhook } from './fixtures/send-webhook';
import { expect, test } from './fixtures/test';

const seconds = () => Math.floor(Date.now() / 1000);

test('each kind of message gets its response', async ({ request }) => {
  const id = `kinds-${Date.now()}`;
  const payload = { import_id: id, status: 'In preparation' };
  const good = { ...payload, timestamp: seconds() };
  const first = await sendWebhook(request, good);
  expect(first.status()).toBe(200);
  // Next would add its own headers to it.
  expect(first.headers()['vary']).toBe('accept-encoding');
  expect((await sendWebhook(request, good)).status()).toBe(200);
  const signedElsewhere = await sendWebhook(request, { ...good, import_id: `${id}-2` }, { header: 'authorization' });
  expect(signedElsewhere.status()).toBe(200);
  expect((await sendWebhook(request, payload, { secret: 'another' })).status()).toBe(401);
  expect((await sendWebhook(request, { ...payload, timestamp: seconds() - 3600 })).status()).toBe(400);
  expect((await sendWebhook(request, { ...payload, timestamp: seconds() + 3600 })).status()).toBe(400);
  expect((await sendWebhook(request, { ...payload, timestamp: 'soon' })).status()).toBe(202);
  expect((await sendWebhook(request, {}, { body: Buffer.from('{"half":') })).status()).toBe(202);
  const large = (secret?: string) =>
    sendWebhook(request, { ...good, filler: 'x '.repeat(500_000) }, secret === undefined ? {} : { secret });
  expect((await large()).status()).toBe(200);
  expect((await large('another')).status()).toBe(401);
  expect((await sendWebhook(request, {}, { body: Buffer.alloc(1024 * 1024 + 1, ' ') })).status()).toBe(413);
});

test('malformed bodies never cause a 5xx', async ({ request }) => {
  const bodies = [
    Buffer.alloc(0),
    Buffer.from([0, 255, 254]),
    Buffer.from('['.repeat(60_000)),
    Buffer.from(`${'{"import":'.repeat(6000)}1${'}'.repeat(6000)}`),
    Buffer.from('{"import_id":"a\\u0000b","status":"\\u0000","timestamp":1}'),
    Buffer.from(JSON.stringify({ import_id: '\u{1f4a9}'.repeat(900), status: 'x', timestamp: seconds() })),
  ];
  for (const body of bodies)
    for (const secret of [undefined, 'forger']) {
      const response = await sendWebhook(request, {}, { body, ...(secret === undefined ? {} : { secret }) });
      expect(response.status(), body.subarray(0, 20).toString()).toBeLessThan(500);
    }
});

test('an endless stream is cut off at 1 MiB', async ({ baseURL }) => {
  const { port } = new URL(baseURL ?? '');
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sending = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: '/api/webhooks/migration',
        headers: { host: `localhost:${port}`, 'transfer-encoding': 'chunked' },
      },
      (response) => {
        response.resume();
        ended = true;
        sending.destroy();
        resolve(response.statusCode);
      },
    );
    let ended = false;
    sending.on('error', (error) => (ended ? undefined : reject(error)));
    const more = () => {
      if (ended) return;
      if (sending.write(Buffer.alloc(8192, 'x'))) setImmediate(more);
      else sending.once('drain', more);
    };
    more();
  });
  expect(status).toBe(413);
});

test('an admin sees the verdict with its reason and the redacted body, accessibly, and can reprocess an old delivery', async ({
  page,
  request,
}) => {
  const id = `late-${Date.now()}`;
  const late = { import_id: id, status: 'Migration completed', token: 'canary-token', timestamp: seconds() - 3600 };
  expect((await sendWebhook(request, late)).status()).toBe(400);
  await signInPageAs(page, 'admin');
  await page.goto('/webhooks?verdict=stale');
  const row = page.getByRole('row').filter({ hasText: id });
  await expect(row).toContainText('Too old or too new');
  await row.getByRole('link').first().click();
  const panel = page.getByRole('region', { name: 'Delivery', exact: true });
  await expect(panel).toContainText('before it arrived');
  await panel.getByText(/^Body/).click();
  await expect(panel).toContainText(id);
  await expect(panel).not.toContainText('canary-token');
  await expectStateAccessible(page);
  await panel.getByRole('button', { name: 'Reprocess' }).click();
  await expect(panel.getByRole('status').filter({ hasText: 'Applied' })).toBeVisible();
  await expect(row).toContainText('Applied by');
});

test('reprocessing never overrides a bad signature', { tag: '@full' }, async ({ page, request, consoleErrors }) => {
  consoleErrors.expect(/ 4\d\d .*\/process-again/);
  const id = `forged-${Date.now()}`;
  expect(
    (await sendWebhook(request, { import_id: id, status: 'Migration completed' }, { secret: 'forger' })).status(),
  ).toBe(401);
  await signInPageAs(page, 'admin');
  await page.goto('/webhooks?verdict=bad_signature');
  await page.getByRole('row').filter({ hasText: id }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Reprocess' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'signature is not valid' })).toBeVisible();
});

test('only admins see deliveries', { tag: '@full' }, async ({ page, consoleErrors }) => {
  consoleErrors.expect(/ 403 .*\/webhooks/);
  await signInPageAs(page, 'approver');
  expect((await page.request.get('/api/webhooks/deliveries')).status()).toBe(403);
  expect((await page.goto('/webhooks'))?.status()).toBe(403);
});

test('metrics are available to the local machine', async ({ request }) => {
  const response = await request.get('/api/metrics');
  expect(response.status()).toBe(200);
  const text = await response.text();
  for (const name of [
    'landfall_service_calls_total',
    'landfall_budget_wait_seconds',
    'landfall_oldest_poll_seconds',
    'landfall_poller_cycle_seconds',
    'landfall_webhook_deliveries_total',
    'landfall_fields_not_found_total',
  ])
    expect(text).toContain(`# TYPE ${name} `);
});
