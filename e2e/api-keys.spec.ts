import { problemSchema } from '@/lib/contract/problem';
import { signInPageAs } from './fixtures/accounts';
import { expectAccessible, expectStateAccessible } from './fixtures/expect-accessible';
import { expect, test } from './fixtures/test';

test('an API key: created, used, rotated and revoked', { tag: '@full' }, async ({ page, playwright, baseURL }) => {
  const partner = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const statusWith = async (secret: string) =>
    (await partner.get('/api/import-counts', { headers: { authorization: `Bearer ${secret}` } })).status();
  await signInPageAs(page, 'admin');
  await page.goto('/settings/api-keys');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create key' });
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expectStateAccessible(page);
  await dialog.getByLabel('Name').fill('Help desk');
  await dialog.getByRole('radio', { name: /^Create/ }).check();
  await dialog.getByLabel('Expires').selectOption({ label: 'In 90 days' });
  await dialog.getByRole('button', { name: 'Create key' }).click();

  const shown = page.getByRole('dialog', { name: 'Save this secret' });
  const takeSecret = async () => {
    const secret = await shown.getByLabel('Secret', { exact: true }).innerText();
    await shown.getByRole('button', { name: 'Done' }).click();
    await expect(shown).toHaveCount(0);
    return secret;
  };
  await expect(shown).toContainText('It is not shown again.');
  await expectStateAccessible(page);
  const first = await takeSecret();
  expect(first).toMatch(/^lf_[0-9a-f]{56}$/);
  expect(await statusWith(first)).toBe(200);
  const row = page.getByRole('row').filter({ hasText: 'Help desk' });
  await expect(row).toContainText('Never');
  await page.reload();
  await expect(row).toContainText(`ends in ${first.slice(-4)}`);
  await expect(row).not.toContainText('Never');
  expect(await page.content()).not.toContain(first);

  await page.getByRole('button', { name: 'Rotate: Help desk' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create new secret' }).click();
  await expect(shown).toContainText('The list shows until when the old secret works.');
  const second = await takeSecret();
  await expect(row).toContainText('The old secret works until');
  expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200]);
  await page.getByRole('button', { name: 'Rotate: Help desk' }).click();
  await expect(page.getByRole('dialog')).toContainText('The secret created then stops working now.');
  await page.getByRole('dialog').getByRole('button', { name: 'Create new secret' }).click();
  const third = await takeSecret();
  expect([await statusWith(first), await statusWith(second), await statusWith(third)]).toEqual([200, 401, 200]);

  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  const { scrollWidth } = await page.evaluate(() => ({ scrollWidth: document.documentElement.scrollWidth }));
  expect(scrollWidth).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Revoke: Help desk' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(row).toContainText('Revoked');
  expect([await statusWith(first), await statusWith(third)]).toEqual([401, 401]);
  await partner.dispose();
});

test('every error below /api is a problem document', async ({ request }) => {
  const json = { 'content-type': 'application/json' };
  for (const [method, path, status, headers] of [
    ['GET', '/api/no-such-route', 404, {}],
    ['POST', '/api/no-such-route', 404, json],
    ['DELETE', '/api/imports', 405, {}],
    ['PROPFIND', '/api/imports', 405, {}],
    ['GET', '/api/imports', 401, {}],
    ['GET', '/api/imports/%ff', 400, {}],
  ] as const) {
    const response = await request.fetch(path, { method, headers });
    expect(response.status(), `${method} ${path}`).toBe(status);
    expect(response.headers()['content-type'], `${method} ${path}`).toBe('application/problem+json');
    expect(problemSchema.parse(await response.json())).toMatchObject({ status });
    expect(response.headers()['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
    if (method === 'DELETE') expect(response.headers()['allow']).toBe('GET, HEAD, POST');
  }
});

test('a 404 of our own names what is missing', async ({ page, baseURL }) => {
  await signInPageAs(page, 'agent');
  const headers = { origin: baseURL ?? '', 'x-landfall-environment': 'live' };
  const response = await page.request.post('/api/imports/no-such-import/request', { headers, data: {} });
  expect(response.status()).toBe(404);
  expect(problemSchema.parse(await response.json()).detail).toBe('No import has this id. Look it up first.');
});
