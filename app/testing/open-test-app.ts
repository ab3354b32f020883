import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { appHooks } from '@/lib/http/app-hooks.mjs';
import { createTestPostgresUrl } from '@/lib/store/testing/open-test-database';
import { createSession } from './create-session';
import { loadRoutes } from './load-routes';

export const publicOrigin = 'http://localhost:3000';

/** The app, called through its route handlers, with an admin who is signed in. */
export async function openTestApp(environment: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-app-'));
  const nextAuthSecret = randomBytes(32).toString('base64');
  const settings = {
    LANDFALL_DATA: folder,
    DATABASE_URL: environment['DATABASE_URL'] ?? (await createTestPostgresUrl()),
    LANDFALL_KEY: randomBytes(32).toString('base64'),
    NEXTAUTH_SECRET: nextAuthSecret,
    NEXTAUTH_URL: publicOrigin,
    SERVICE_URL: 'http://127.0.0.1:9',
    SERVICE_TOKEN: 'a token of the tests',
    START_PAGE: 'open',
    LOG_LEVEL: 'silent',
    ...environment,
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const { startServer } = await import('@/lib/start-server');
  const { setLandfall } = await import('@/lib/server');
  const landfall = await startServer();
  return {
    landfall,
    nextAuthSecret,
    ...(await createSession(landfall, nextAuthSecret, 'admin')),
    handlers: await loadRoutes(),
    async close() {
      await landfall.close();
      await rm(folder, { recursive: true, force: true });
      vi.unstubAllEnvs();
      setLandfall(undefined);
      for (const name of Object.keys(appHooks)) Reflect.deleteProperty(appHooks, name);
    },
  };
}
