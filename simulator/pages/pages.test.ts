import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManualClock } from '../clock';
import { type RunningSimulator, startSimulator } from '../start-simulator';

const clock = createManualClock(Date.UTC(2026, 10, 12));
let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator({
    clock,
    fullRequest: { url: 'http://partner.example/full?lang=en', param: 'import' },
  });
});
afterAll(() => simulator.close());

async function create(): Promise<{ id: string; url: string }> {
  const response = await fetch(`${simulator.url}/imports`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${simulator.token}:X`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ source_tool: 'Zendesk', destination_username: '<b>ops</b>@acme.example' }),
  });
  const { id, redirect_url: url } = (await response.json()) as { id: number; redirect_url: string };
  return { id: String(id), url };
}

const fetchPage = async (url: string): Promise<string> => (await fetch(url)).text();

/** Submits the form of the button with this label. */
async function pressButton(url: string, words: string): Promise<Response> {
  const page = await fetchPage(url);
  const forms = page.matchAll(/<form method="post" action="([^"]+)">\s*<button[^>]*>([^<]+)<\/button>/g);
  const action = [...forms].find(([, , label]) => label?.trim() === words)?.[1];
  if (action === undefined) throw new Error(`There is no button "${words}".`);
  return fetch(simulator.origin + action, { method: 'POST', redirect: 'manual' });
}

test('a customer completes and undoes a migration', async () => {
  const { id, url } = await create();
  const { origin } = simulator;
  for (const label of ['Allow access to Zendesk', 'Allow access to your new tool', 'Start the sample migration']) {
    const response = await pressButton(url, label);
    expect([response.status, response.headers.get('location')]).toEqual([303, url.slice(origin.length)]);
  }
  expect(await fetchPage(url)).toContain('Sample migration in progress');
  clock.advance(25 * 60_000);
  expect(await fetchPage(url)).toContain('users matched');

  const requested = await pressButton(url, 'Request the full migration');
  const token = url.split('/').at(-1);
  expect([requested.status, requested.headers.get('location')]).toEqual([
    303,
    `http://partner.example/full?lang=en&import=${token}`,
  ]);
  expect(simulator.getImport(id)['requests']).toHaveLength(1);

  simulator.lifecycle.decide(simulator.world.find(id) ?? expect.fail(), 'accept');
  await pressButton(url, 'Start the full migration');
  clock.advance(360 * 60_000);
  expect(await fetchPage(url)).toContain('Migration completed');
  await pressButton(url, 'Undo the migration');
  clock.advance(40 * 60_000);
  expect(await fetchPage(url)).toContain('Migration cleaned');
});

test('a rejected customer can buy', async () => {
  const { id, url } = await create();
  simulator.advance(id, 'Sample migration completed');
  simulator.lifecycle.decide(simulator.world.find(id) ?? expect.fail(), 'reject');
  await pressButton(url, 'Buy the full migration');
  expect(simulator.getImport(id)).toMatchObject({ status: 'In preparation', paidBy: 'customer' });
});

test('without a partner page the customer sees whom to contact', async () => {
  const alone = await startSimulator({});
  const { redirectUrl } = alone.placeImport({ status: 'Sample migration completed' });
  const response = await fetch(`${String(redirectUrl)}/request-full`, { method: 'POST' });
  expect(await response.text()).toContain('contact the company that sent you here');
  await alone.close();
});

test('an action on an outdated page does nothing and shows the current page', async () => {
  const { id, url } = await create();
  const response = await fetch(`${url}/start-full`, { method: 'POST', redirect: 'manual' });
  expect([response.status, simulator.getImport(id)['status']]).toEqual([303, 'Collecting credentials']);
});

test('partner input is escaped and no script runs', async () => {
  const { url } = await create();
  const response = await fetch(url);
  const page = await response.text();
  expect(page).toContain('&lt;b&gt;ops&lt;/b&gt;@acme.example');
  expect(page).not.toMatch(/<script|<b>ops/);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test.each(['/migrate/nope', '/migrate', '/migrate/x/y/z', '/favicon.ico'])('%s is a 404 page', async (path) => {
  const response = await fetch(simulator.origin + path);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('does not exist');
});

test('the page of a cancelled import is 404', async () => {
  const { url } = await create();
  await pressButton(url, 'Cancel this import');
  expect((await fetch(url)).status).toBe(404);
});
