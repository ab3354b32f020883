import { defineConfig } from 'vitest/config';
import { fileURLToPath } from 'node:url';

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)) } },
  test: {
    environment: 'node',
    provide: {
      testEngine: process.env.LANDFALL_TEST_ENGINE === 'pglite' ? 'pglite' : 'postgres',
      fullSize: process.env.LANDFALL_TEST_SIZE === 'full',
    },
    setupFiles: './scripts/testing/seed-property-tests.ts',
    globalSetup: './lib/store/testing/share-databases.ts',
    include: ['{lib,simulator,conformance,scripts,app,components,bench,e2e}/**/*.test.{ts,tsx}'],
    // Only against tests that hang: a busy machine may take many times as long as a quiet one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    // Few processes run all files: a process for each would spend a third of the time on starting and on modules.
    isolate: false,
    // One more than there are cores: some tests wait for a service that keeps silent, or for a limit to pass.
    maxWorkers: 3,
  },
});
