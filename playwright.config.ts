import { defineConfig, devices } from '@playwright/test';

/**
 * `npm test` gives the port, the report and the browser. Alone (`npx playwright test`) these defaults do. The global
 * setup starts and stops the app and the simulator.
 */
const port = (process.env.LANDFALL_TEST_PORT ??= '3200');
const chromium = process.env.LANDFALL_CHROMIUM;

/**
 * A system's own Chromium draws the drop-down of its address bar as two pages beside each of ours, which doubles what a
 * page costs. The flag replaces Playwright's, so what that switches off is named here again.
 */
const disabledFeatures = [
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
      `--disable-features=${disabledFeatures.join(',')}`,
    ],
  },
};

const isolatedSpecs = ['sponsorship.spec.ts', 'isolated-apps.spec.ts', 'commands.spec.ts'];

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.test/browser-results',
  globalSetup: './scripts/steps/start-browser-test-app.mjs',
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
  // Specs with an app of their own run one test after another, so they start first.
  projects: [
    { name: 'own app', testMatch: isolatedSpecs, use: chrome },
    { name: 'shared app', testIgnore: isolatedSpecs, use: chrome },
  ],
});
