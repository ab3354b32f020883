import { defineConfig } from 'vitest/config';
import { fileURLToPath } from 'node:url';

const fullSize = process.env.LANDFALL_TEST_SIZE === 'full';

export default defineConfig({
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('.', import.meta.url)),
      // What Next resolves it to on the server.
      'server-only': fileURLToPath(new URL('node_modules/server-only/empty.js', import.meta.url)),
    },
  },
  test: {
    environment: 'node',
    provide: {
      testEngine: process.env.LANDFALL_TEST_ENGINE === 'pglite' ? 'pglite' : 'postgres',
      fullSize,
    },
    setupFiles: ['./scripts/testing/prepare-next.ts', './scripts/testing/seed-property-tests.ts'],
    globalSetup: './lib/store/testing/share-databases.ts',
    // Cheaper tests prove the same, or they only fail when rarely changed code does; `npm run test:full` runs these too.
    exclude: fullSize ? [] : ['**/*.full.test.ts'],
    include: ['{lib,simulator,conformance,scripts,app,components,bench,e2e}/**/*.test.{ts,tsx}'],
    // Only catches tests that hang; a busy machine can be many times slower.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    pool: 'forks',
    execArgv: [
      // Modules stay loaded and the heap grows, so fewer and larger collections take a third of the time.
      '--max-semi-space-size=64',
      // PGlite ends before code that V8 would optimise for it pays off, unless all tests use it.
      ...(process.env.LANDFALL_TEST_ENGINE === 'pglite' ? [] : ['--liftoff-only']),
    ],
    // Isolation would spend a third of the time on starting processes and loading modules.
    isolate: false,
    // A third would load all modules once more, and while tests wait for timeouts, the browser tests use the time.
    maxWorkers: 2,
  },
});
