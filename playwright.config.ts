import { defineConfig, devices } from '@playwright/test';

/**
 * `npm test` gives the port, the report and the browser. Alone (`npx playwright test`) these defaults do; the house the
 * tests run in, an app and a simulator of its own, is built and torn down by the global setup.
 */
const port = (process.env.LANDFALL_TEST_PORT ??= '3200');
const chromium = process.env.LANDFALL_CHROMIUM;

/**
 * A system's own Chromium draws the drop-down of its address bar as two pages beside each of ours, which doubles what a
 * page costs. The flag replaces Playwright's, so what that switches off is named here again.
 */
const switchedOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

const chrome = {
  ...devices['Desktop Chrome'],
  viewport: { width: 1440, height: 900 },
  launchOptions: {
    ...(chromium && { executablePath: chromium }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      `--disable-features=${switchedOff.join(',')}`,
    ],
  },
};

const ownHouse = ['sponsorship.spec.ts', 'other-houses.spec.ts', 'commands.spec.ts'];

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.test/browser-results',
  globalSetup: './scripts/steps/house-for-browser-tests.mjs',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  retries: 0,
  // Patient: two workers, an app, a simulator and a database share two cores.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: process.env.LANDFALL_TEST_REPORT ?? '.test/browser.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Without a graphics card, a status that breathes draws the page sixty times a second. What moves is no proof of anything.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace costs every test a third of its time, so it is asked for when a failure is not understood.
    trace: process.env.LANDFALL_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  // Who has a house of their own and one test after the other begins first: at the end it would be waited for alone.
  projects: [
    { name: 'own house', testMatch: ownHouse, use: chrome },
    { name: 'shared house', testIgnore: ownHouse, use: chrome },
  ],
});
