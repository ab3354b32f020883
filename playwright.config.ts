import { defineConfig, devices } from '@playwright/test';
import { fullSize } from './e2e/fixtures/full-size';
import { specsWithOwnApp } from './e2e/fixtures/specs-with-own-app';

/**
 * `npm test` sets the port, the report and the browser; the defaults are for `npx playwright test`. The global setup
 * starts and stops the app and the simulator.
 */
const port = (process.env.LANDFALL_TEST_PORT ??= '3200');
const chromium = process.env.LANDFALL_CHROMIUM;

/**
 * A system Chromium renders its address bar drop-down as two extra pages per page, which doubles the cost. Our flag
 * replaces Playwright's own list, so that list is repeated here.
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
      // Pages live too short for optimised code to pay off.
      '--js-flags=--no-opt,--no-maglev',
    ],
  },
};

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: '.test/browser-results',
  globalSetup: './scripts/steps/start-browser-test-app.ts',
  fullyParallel: true,
  forbidOnly: true,
  // One more than there are cores, because some tests wait for timeouts of the app.
  workers: 3,
  retries: 0,
  // Cheaper tests prove the same; `npm run test:full` runs these too.
  ...(!fullSize && { grepInvert: /@full/ }),
  // Generous: three workers, an app, a simulator and a database share two cores.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: process.env.LANDFALL_TEST_REPORT ?? '.test/browser.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Each test starts signed out and with empty storage, but the browser need not compile our scripts again.
    reuseContext: true,
    // Without a GPU, animations redraw the page constantly and slow the tests down.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace makes every test a third slower, so it is off by default.
    trace: process.env.LANDFALL_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    ...Object.entries(specsWithOwnApp).map(([name, testMatch]) => ({ name, testMatch, workers: 1, use: chrome })),
    { name: 'shared app', testIgnore: Object.values(specsWithOwnApp).flat(), use: chrome },
  ],
});
