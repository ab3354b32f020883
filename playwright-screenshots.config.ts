import { defineConfig } from '@playwright/test';
import './e2e/fixtures/at-full-size';
import base from './playwright.config';

/** `npm run screenshots`: the app of the browser tests, photographed into .test/screenshots. */
export default defineConfig({
  ...base,
  testDir: 'e2e/screenshots',
  testMatch: 'photograph-screens.ts',
  timeout: 120_000,
  reporter: 'list',
  projects: [{ name: 'screenshots', use: base.projects?.[0]?.use ?? {} }],
});
