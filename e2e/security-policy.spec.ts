import { signInPageAs } from './fixtures/accounts';
import { expect, test } from './fixtures/test';
import { watchPolicy } from './fixtures/watch-policy';

/** `pages.spec.ts` checks the policy of staff pages. */
const publicPages = [
  '/sign-in',
  '/set-password/no-such-link',
  '/start',
  '/full-migration',
  '/trouble',
  '/no-such-page',
  '/settings',
];

test('no public page violates its content security policy or loads from another host, and each has its own nonce', async ({
  page,
  baseURL,
  consoleErrors,
}) => {
  consoleErrors.expect(/404 .*no-such-page/);
  await signInPageAs(page, 'admin');
  const policy = watchPolicy(page, baseURL);
  for (const path of publicPages) {
    policy.expectStrict(await page.goto(path), path);
    await expect(page.locator('body')).toBeVisible();
  }
  policy.expectKept();
});

test('an injected script does not run', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/^Executing inline .* violates|unsafe-eval/);
  await page.goto('/sign-in');
  const ran = await page.evaluate(async () => {
    const slip = (html: string) => document.body.insertAdjacentHTML('beforeend', html);
    slip('<img src="data:," onerror="window.slipped = 1">');
    slip('<iframe srcdoc="<script>parent.slipped = 2</script>"></iframe>');
    await new Promise((resolve) => setTimeout(resolve, 200));
    let evaluated = true;
    try {
      new Function('return 1')();
    } catch {
      evaluated = false;
    }
    return { slipped: Reflect.get(window, 'slipped') ?? null, evaluated };
  });
  expect(ran).toEqual({ slipped: null, evaluated: false });
});

test('no source map is served or referenced', async ({ page }) => {
  await signInPageAs(page, 'admin');
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.add(response.url());
  });
  await page.goto('/');
  await page.goto('/settings/staff');
  expect(scripts.size).toBeGreaterThan(2);
  for (const url of scripts) {
    expect((await page.request.get(`${url}.map`)).status(), url).toBe(404);
    expect(await (await page.request.get(url)).text(), url).not.toMatch(/sourceMappingURL=(?!data:,)/);
  }
});

test('a URL with extra slashes redirects to the normal one on our own origin', async ({ page, baseURL }) => {
  for (const [from, to] of [
    ['/sign-in/', '/sign-in'],
    ['//evil.example/', '/evil.example'],
    ['/start//', '/start'],
  ]) {
    let address = `${baseURL}${from}`;
    // Next merges double slashes and we remove the trailing one, so there may be two redirects.
    for (let step = 0; step < 2 && address !== `${baseURL}${to}`; step++) {
      const response = await page.request.get(address, { maxRedirects: 0 });
      expect(response.status(), from).toBe(308);
      address = new URL(response.headers()['location'] ?? '', address).href;
      expect(new URL(address).origin, from).toBe(baseURL);
    }
    expect(address, from).toBe(`${baseURL}${to}`);
  }
});
